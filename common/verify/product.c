/* Is out = a * b? See verify.h.
 *
 * Up to VERIFY_EXACT_MAX_N every element is compared with the plain product.
 * Above, where that would cost more than the work that is judged:
 *   - the first row, the last and 6 random ones, by element;
 *   - Freivalds' test of all rows (sketch.c), which catches what is wrong in
 *     many places or by much;
 *   - the 4 rows that stand out most in that test, by element, which catches
 *     a single wrong element wherever it is: its row is the one that stands out.
 * All that depends on a and b alone is kept for the last pair (found again by
 * hash), as is the hash of the last right result: a deterministic variant gives
 * the same bits in every sample. Not to be called by two threads at once. */
#include "common/verify/verify.h"

#include <stdlib.h>

#include "common/matrix.h"
#include "common/random.h"
#include "common/size.h"
#include "common/verify/rows.h"
#include "common/verify/sketch.h"

enum {
    RANDOM_ROWS = 6,
    WORST_ROWS = 4,
    STREAM_VECTORS = 0x76656374, /* streams of random_stream() that no input uses */
    STREAM_ROWS = 0x726f7773,
};

/* What is known of one pair of inputs. */
typedef struct Truth {
    bool known, has_right;
    size_t n;
    ElementType type;
    uint64_t seed, inputs_hash;
    uint64_t right_hash; /* of a result that was found right */
    ProductRows rows;
    Sketch sketch; /* above VERIFY_EXACT_MAX_N */
} Truth;

static Truth truth; /* of the last pair; stays until the next one */

static void forget(void)
{
    product_rows_free(&truth.rows);
    sketch_free(&truth.sketch);
    truth = (Truth){0};
}

static void choose_rows(ProductRows *rows, size_t n, uint64_t seed)
{
    for (size_t r = 0; r < rows->count; r++) {
        rows->row[r] = rows->count == n ? r : random_below(random_bits(seed, r), n);
    }
    rows->row[0] = 0;
    rows->row[rows->count - 1] = n - 1;
}

static int learn(const void *a, const void *b, size_t n, ElementType type, uint64_t seed,
                 uint64_t inputs_hash, Error *error)
{
    forget();
    size_t count = n <= VERIFY_EXACT_MAX_N ? n : RANDOM_ROWS + 2;
    if (product_rows_alloc(&truth.rows, n, type, count, error) != 0) {
        return -1;
    }
    choose_rows(&truth.rows, n, random_stream(seed, STREAM_ROWS));
    if (n > VERIFY_EXACT_MAX_N &&
        sketch_make(&truth.sketch, a, b, n, type, random_stream(seed, STREAM_VECTORS), error) != 0) {
        forget();
        return -1;
    }
    product_rows_compute(&truth.rows, a, b);
    truth.n = n;
    truth.type = type;
    truth.seed = seed;
    truth.inputs_hash = inputs_hash;
    truth.known = true;
    return 0;
}

/* Moves the largest values of excess[n] and their places to the front of `worst`; returns how many
 * of them, at most WORST_ROWS, are above 0. */
static size_t choose_worst(const double *excess, size_t n, size_t *worst)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        if (count == WORST_ROWS && !(excess[i] > excess[worst[count - 1]])) {
            continue;
        }
        if (!(excess[i] > 0)) {
            continue;
        }
        size_t place = count < WORST_ROWS ? count++ : count - 1;
        for (; place > 0 && excess[i] > excess[worst[place - 1]]; place--) {
            worst[place] = worst[place - 1];
        }
        worst[place] = i;
    }
    return count;
}

/* The rows of out that stand out in Freivalds' test, by element, and the test itself. */
static int verify_by_sketch(const void *a, const void *b, const void *out, Error *error)
{
    size_t n = truth.n, worst[WORST_ROWS];
    double *excess = calloc(n, sizeof *excess);
    if (excess == NULL) {
        return error_set(error, "no memory to verify the product; choose a smaller --size");
    }
    sketch_excess(&truth.sketch, out, excess);
    size_t count = choose_worst(excess, n, worst);
    int status = 0;
    if (count > 0) {
        ProductRows rows;
        status = product_rows_alloc(&rows, n, truth.type, count, error);
        if (status != 0) {
            goto cleanup;
        }
        for (size_t r = 0; r < count; r++) {
            rows.row[r] = worst[r];
        }
        product_rows_compute(&rows, a, b);
        status = product_rows_compare(&rows, out, error);
        product_rows_free(&rows);
        if (status == 0 && !(excess[worst[0]] <= 1)) {
            error_set(
                error,
                "row %zu is %.3g times as far from the product as rounding can take it (Freivalds' test)",
                worst[0], excess[worst[0]]);
            status = 1;
        }
    }
cleanup:
    free(excess);
    return status;
}

int verify_product(const void *a, const void *b, const void *out, size_t n, ElementType type, uint64_t seed,
                   Error *error)
{
    size_t bytes = size_mul(size_mul(n, n), type_size(type));
    uint64_t inputs_hash = matrix_hash(matrix_hash(0, a, bytes), b, bytes);
    bool same = truth.known && truth.n == n && truth.type == type && truth.seed == seed &&
                truth.inputs_hash == inputs_hash;
    if (!same && learn(a, b, n, type, seed, inputs_hash, error) != 0) {
        return -1;
    }
    uint64_t hash = matrix_hash(0, out, bytes);
    if (truth.has_right && hash == truth.right_hash) {
        return 0;
    }
    int status = product_rows_compare(&truth.rows, out, error);
    if (status == 0 && n > VERIFY_EXACT_MAX_N) {
        status = verify_by_sketch(a, b, out, error);
    }
    if (status == 0) {
        truth.has_right = true;
        truth.right_hash = hash;
    }
    return status;
}
