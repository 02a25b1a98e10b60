/* Exact verification of transposes and copies. See verify.h.
 *
 * Elements are compared as bits, so that NaN and -0 compare equal only to themselves. One thread checks one
 * band of rows; only the first wrong band is searched for its first wrong element. In a transpose it reads
 * cache lines of a that it uses whole, for one tile of columns after the other. */
#include <string.h>

#include "common/size.h"
#include "common/verify/accuracy.h"
#include "common/verify/mismatch.h"
#include "common/verify/verify.h"

enum {
    BAND = 128, /* rows per band */
    TILE = 16,  /* columns of a transpose's tile */
};

/* A result and its input. */
typedef struct Pair {
    const char *a, *out;
    size_t rows, columns; /* of out */
    size_t size;          /* bytes of an element */
    bool transposed;
} Pair;

/* The element of a that belongs at element `index` of out. */
static const char *origin_of(const Pair *pair, size_t index)
{
    const size_t i = index / pair->columns, j = index % pair->columns;
    return pair->a + (pair->transposed ? j * pair->rows + i : index) * pair->size;
}

/* True if rows first .. end - 1 of out are the transpose of a, tile by tile. The lines of a are far apart; no
 * comparison decides a branch, so that their cache misses overlap. */
#define BAND_IS_RIGHT(bits)                                                                                  \
    static bool band_is_right_##bits(const Pair *pair, size_t first, size_t end)                             \
    {                                                                                                        \
        typedef uint##bits##_t __attribute__((may_alias)) Bits;                                              \
        const Bits *a = (const void *)pair->a, *out = (const void *)pair->out;                               \
        const size_t rows = pair->rows, columns = pair->columns;                                             \
        Bits difference = 0;                                                                                 \
        for (size_t left = 0; left < columns && difference == 0; left += TILE) {                             \
            const size_t right = size_min(left + TILE, columns);                                             \
            for (size_t i = first; i < end; i++) {                                                           \
                for (size_t j = left; j < right; j++) {                                                      \
                    difference = (Bits)(difference | (a[j * rows + i] ^ out[i * columns + j]));              \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
        return difference == 0;                                                                              \
    }
BAND_IS_RIGHT(16)
BAND_IS_RIGHT(32)
BAND_IS_RIGHT(64)

/* True if rows first .. end - 1 of out are correct. */
static bool band_is_right(const Pair *pair, size_t first, size_t end)
{
    const size_t row_bytes = pair->columns * pair->size, start = first * row_bytes;
    if (!pair->transposed) {
        return memcmp(pair->a + start, pair->out + start, (end - first) * row_bytes) == 0;
    }
    return pair->size == sizeof(uint16_t)   ? band_is_right_16(pair, first, end)
           : pair->size == sizeof(uint32_t) ? band_is_right_32(pair, first, end)
                                            : band_is_right_64(pair, first, end);
}

/* The result of a copy or a transpose of an m x n matrix. */
static int verify_elements(const Computed *result, bool transposed, Accuracy *accuracy, Error *error)
{
    const Point *point = result->point;
    const Pair pair = {.a = result->inputs[OPERAND_A],
                       .out = result->out,
                       .rows = transposed ? point->n : point->m,
                       .columns = transposed ? point->m : point->n,
                       .size = type_size(point->type),
                       .transposed = transposed};
    const size_t rows = pair.rows, columns = pair.columns;
    size_t bands = rows / BAND + (rows % BAND != 0);
    size_t wrong = bands; /* the first wrong band */
    *accuracy = ACCURACY_EXACT;
#pragma omp parallel for schedule(static) reduction(min : wrong) if (bands > 1)
    for (size_t band = 0; band < bands; band++) {
        size_t first = band * BAND;
        if (band < wrong && !band_is_right(&pair, first, size_min(first + BAND, rows))) {
            wrong = band;
        }
    }
    if (wrong == bands) {
        return 0;
    }
    size_t index = wrong * BAND * columns;
    while (memcmp(pair.out + index * pair.size, origin_of(&pair, index), pair.size) == 0) {
        index++;
    }
    const double expected = verify_element(origin_of(&pair, index), point->type, 0);
    verify_mismatch(result->out, columns, index, point->type, expected, NAN, error);
    if (transposed && memcmp(pair.a, pair.out, rows * columns * pair.size) == 0) {
        verify_add_note("this is the input, not transposed", error);
    }
    return 1;
}

int verify_transpose(const Computed *result, Accuracy *accuracy, Error *error)
{
    return verify_elements(result, true, accuracy, error);
}

int verify_copy(const Computed *result, Accuracy *accuracy, Error *error)
{
    return verify_elements(result, false, accuracy, error);
}
