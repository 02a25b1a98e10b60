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
    BAND = 128,     /* rows per band */
    TILE = 16,      /* side of a transpose's tiles: a cache line of 32-bit elements */
    MOST_WORDS = 2, /* 32-bit words per element, at most */
};

typedef uint32_t __attribute__((may_alias)) Bits;

/* A result and its input; an element has `words` words. */
typedef struct Pair {
    const Bits *a, *out;
    size_t rows, columns; /* of out */
    size_t words;
    bool transposed;
} Pair;

/* The element of a that belongs at element `index` of out. */
static const Bits *origin_of(const Pair *pair, size_t index)
{
    const size_t i = index / pair->columns, j = index % pair->columns;
    return pair->a + (pair->transposed ? j * pair->rows + i : index) * pair->words;
}

/* True if rows first .. end - 1, columns left .. right - 1 of out are the transpose of a. The lines of a are
 * far apart: all are loaded before the first comparison, so that cache misses overlap. */
static inline bool tile_is_right(const Pair *pair, size_t words, size_t first, size_t end, size_t left,
                                 size_t right)
{
    Bits lines[TILE][TILE * MOST_WORDS], difference = 0;
    size_t rows = end - first, columns = right - left;
    for (size_t j = 0; j < columns; j++) {
        memcpy(lines[j], pair->a + ((left + j) * pair->rows + first) * words, rows * words * sizeof(Bits));
    }
    for (size_t i = 0; i < rows; i++) {
        const Bits *row = pair->out + ((first + i) * pair->columns + left) * words;
        for (size_t j = 0; j < columns; j++) {
            for (size_t word = 0; word < words; word++) {
                difference |= lines[j][i * words + word] ^ row[j * words + word];
            }
        }
    }
    return difference == 0;
}

/* True if rows first .. end - 1 of out are correct. */
static bool band_is_right(const Pair *pair, size_t first, size_t end)
{
    const size_t columns = pair->columns, words = pair->words;
    if (!pair->transposed) {
        size_t start = first * columns * words;
        return memcmp(pair->a + start, pair->out + start, (end - first) * columns * words * sizeof(Bits)) ==
               0;
    }
    for (size_t left = 0; left < columns; left += TILE) {
        size_t right = size_min(left + TILE, columns);
        for (size_t top = first; top < end; top += TILE) {
            bool whole = words == 1 && top + TILE <= end && left + TILE <= columns; /* constant loop bounds */
            if (whole ? !tile_is_right(pair, 1, top, top + TILE, left, left + TILE)
                      : !tile_is_right(pair, words, top, size_min(top + TILE, end), left, right)) {
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
                       .words = type_size(point->type) / sizeof(Bits),
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
    while (memcmp(pair.out + index * pair.words, origin_of(&pair, index), type_size(point->type)) == 0) {
        index++;
    }
    verify_mismatch(result->out, columns, index, point->type, origin_of(&pair, index), error);
    if (transposed && memcmp(pair.a, pair.out, rows * columns * type_size(point->type)) == 0) {
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
