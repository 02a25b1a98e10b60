/* cpu/matmul/submatrix.h: every element of a result is claimed once, and a thread that stops delays no other.
 */
#include "cpu/matmul/submatrix.h"
#include "tests/unit/unit.h"

enum { TILE_ROWS = 12, TILE_COLUMNS = 32, BAND = 256 };

static void claim_all(size_t rows, size_t columns, int threads)
{
    unsigned char *claimed = calloc(rows * columns, 1);
    Claims claims = {rows, columns, TILE_ROWS, TILE_COLUMNS, BAND, 0};
    size_t odd = 0; /* parts that do not begin with a tile */
    (void)threads;  /* used by the pragma only */
#pragma omp parallel num_threads(threads) reduction(+ : odd)
    for (Submatrix part; claim_submatrix(&claims, &part);) {
        odd += part.rows.first % TILE_ROWS != 0 || part.columns.first % TILE_COLUMNS != 0;
        for (size_t i = part.rows.first; i < part.rows.first + part.rows.count; i++) {
            for (size_t j = part.columns.first; j < part.columns.first + part.columns.count; j++) {
                claimed[i * columns + j]++;
            }
        }
    }
    assert_int_equal(odd, 0);
    for (size_t i = 0; i < rows * columns; i++) {
        assert_int_equal(claimed[i], 1);
    }
    free(claimed);
}

TEST(every_element_is_claimed_once)
{
    static const size_t sizes[] = {1, 12, 13, 31, 64, 257, 600};
    static const int threads[] = {1, 2, 3, 4, 9, 16};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        for (size_t j = 0; j < COUNT_OF(sizes); j++) {
            for (size_t t = 0; t < COUNT_OF(threads); t++) {
                claim_all(sizes[i], sizes[j], threads[t]);
            }
        }
    }
}

TEST(one_thread_claims_whole_columns)
{
    Claims claims = {1000, 2 * BAND, TILE_ROWS, TILE_COLUMNS, BAND, 0};
    for (size_t column = 0; column < 2; column++) {
        Submatrix part = {0};
        assert_true(claim_submatrix(&claims, &part));
        assert_int_equal(part.rows.count, 1000);
        assert_int_equal(part.columns.first, column * BAND);
        assert_int_equal(part.columns.count, BAND);
    }
    assert_false(claim_submatrix(&claims, &(Submatrix){0}));
}

#ifdef _OPENMP
TEST(the_others_claim_what_a_stopped_thread_leaves)
{
    enum { THREADS = 4, ROWS = 1200, COLUMNS = 640 };
    Claims claims = {ROWS, COLUMNS, TILE_ROWS, TILE_COLUMNS, BAND, 0};
    size_t elements[THREADS] = {0};
#pragma omp parallel num_threads(THREADS)
    {
        const size_t thread = thread_team().thread;
        Submatrix part;
        if (thread == 0 && claim_submatrix(&claims, &part)) {
            elements[0] = part.rows.count * part.columns.count;
        }
#pragma omp barrier
        while (thread > 0 && claim_submatrix(&claims, &part)) {
            elements[thread] += part.rows.count * part.columns.count;
        }
    }
    const size_t all = ROWS * COLUMNS;
    assert_true(elements[0] > 0 && elements[0] <= all / (2 * THREADS - 1));
    assert_int_equal(elements[0] + elements[1] + elements[2] + elements[3], all);
}
#endif
