/* Exact verification of transposes and copies. See verify.h.
 *
 * Elements are compared as bits, so that NaN and -0 compare equal only to themselves. One thread checks one
 * band of rows; only the first wrong band is searched for its first wrong element. A band of a transpose is
 * several tiles high, so that consecutive tiles read neighboring lines of the same pages of a. */
#include <string.h>

#include "common/size.h"
#include "common/verify/accuracy.h"
#include "common/verify/mismatch.h"
#include "common/verify/verify.h"

enum {
    BAND = 128, /* rows per band */
    TILE = 16,  /* side of a transpose's tiles: a cache line of 32-bit elements */
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

/* True if rows first .. end - 1, columns left .. right - 1 of out are the transpose of a. The lines of a are
 * far apart: all are loaded before the first comparison, so that cache misses overlap. */
#define TILE_IS_RIGHT(Bits)                                                                                  \
    static inline bool tile_is_right_##Bits(const Pair *pair, size_t first, size_t end, size_t left,         \
                                            size_t right)                                                    \
    {                                                                                                        \
        const size_t rows = end - first, columns = right - left;                                             \
        Bits lines[TILE][TILE], row[TILE], difference = 0;                                                   \
        for (size_t j = 0; j < columns; j++) {                                                               \
            memcpy(lines[j], pair->a + ((left + j) * pair->rows + first) * sizeof(Bits),                     \
                   rows * sizeof(Bits));                                                                     \
        }                                                                                                    \
        for (size_t i = 0; i < rows; i++) {                                                                  \
            memcpy(row, pair->out + ((first + i) * pair->columns + left) * sizeof(Bits),                     \
                   columns * sizeof(Bits));                                                                  \
            for (size_t j = 0; j < columns; j++) {                                                           \
                difference = (Bits)(difference | (lines[j][i] ^ row[j]));                                    \
            }                                                                                                \
        }                                                                                                    \
        return difference == 0;                                                                              \
    }
TILE_IS_RIGHT(uint16_t)
TILE_IS_RIGHT(uint32_t)
TILE_IS_RIGHT(uint64_t)

static inline bool tile_is_right(const Pair *pair, size_t first, size_t end, size_t left, size_t right)
{
    return pair->size == sizeof(uint16_t)   ? tile_is_right_uint16_t(pair, first, end, left, right)
           : pair->size == sizeof(uint32_t) ? tile_is_right_uint32_t(pair, first, end, left, right)
                                            : tile_is_right_uint64_t(pair, first, end, left, right);
}

/* True if rows first .. end - 1 of out are correct. */
static bool band_is_right(const Pair *pair, size_t first, size_t end)
{
    const size_t columns = pair->columns, row_bytes = columns * pair->size, start = first * row_bytes;
    if (!pair->transposed) {
        return memcmp(pair->a + start, pair->out + start, (end - first) * row_bytes) == 0;
    }
    for (size_t left = 0; left < columns; left += TILE) {
        size_t right = size_min(left + TILE, columns);
        for (size_t top = first; top < end; top += TILE) {
            const bool whole = top + TILE <= end && left + TILE <= columns; /* constant loop bounds */
            if (whole ? !tile_is_right(pair, top, top + TILE, left, left + TILE)
                      : !tile_is_right(pair, top, size_min(top + TILE, end), left, right)) {
                return false;
            }
        }
    }
    return true;
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
