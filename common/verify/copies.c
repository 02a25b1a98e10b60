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

/* True if element (i, j) of out equals element (i, j), or (j, i), of a. An element has `words` words. */
static bool same(const Bits *a, const Bits *out, size_t n, size_t words, size_t i, size_t j, bool transposed)
{
    const Bits *origin = a + (transposed ? j * n + i : i * n + j) * words;
    const Bits *place = out + (i * n + j) * words;
    for (size_t word = 0; word < words; word++) {
        if (place[word] != origin[word]) {
            return false;
        }
    }
    return true;
}

/* True if rows first .. end - 1, columns left .. right - 1 of out are the transpose of a. The lines of a are
 * far apart: all are loaded before the first comparison, so that cache misses overlap. */
static inline bool tile_is_right(const Bits *a, const Bits *out, size_t n, size_t words, size_t first,
                                 size_t end, size_t left, size_t right)
{
    Bits lines[TILE][TILE * MOST_WORDS], difference = 0;
    size_t rows = end - first, columns = right - left;
    for (size_t j = 0; j < columns; j++) {
        memcpy(lines[j], a + ((left + j) * n + first) * words, rows * words * sizeof(Bits));
    }
    for (size_t i = 0; i < rows; i++) {
        const Bits *row = out + ((first + i) * n + left) * words;
        for (size_t j = 0; j < columns; j++) {
            for (size_t word = 0; word < words; word++) {
                difference |= lines[j][i * words + word] ^ row[j * words + word];
            }
        }
    }
    return difference == 0;
}

/* True if rows first .. end - 1 of out are correct. */
static bool band_is_right(const Bits *a, const Bits *out, size_t n, size_t words, size_t first, size_t end,
                          bool transposed)
{
    if (!transposed) {
        size_t start = first * n * words;
        return memcmp(a + start, out + start, (end - first) * n * words * sizeof(Bits)) == 0;
    }
    for (size_t left = 0; left < n; left += TILE) {
        size_t right = size_min(left + TILE, n);
        for (size_t top = first; top < end; top += TILE) {
            bool whole = words == 1 && top + TILE <= end && left + TILE <= n; /* constant loop bounds */
            if (whole ? !tile_is_right(a, out, n, 1, top, top + TILE, left, left + TILE)
                      : !tile_is_right(a, out, n, words, top, size_min(top + TILE, end), left, right)) {
                return false;
            }
        }
    }
    return true;
}

static int verify_elements(const Computed *result, bool transposed, Accuracy *accuracy, Error *error)
{
    const void *a = result->a, *out = result->out;
    const size_t n = result->point->n, words = type_size(result->point->type) / sizeof(Bits);
    size_t bands = n / BAND + (n % BAND != 0);
    size_t wrong = bands; /* the first wrong band */
    *accuracy = ACCURACY_EXACT;
#pragma omp parallel for schedule(static) reduction(min : wrong) if (bands > 1)
    for (size_t band = 0; band < bands; band++) {
        size_t first = band * BAND;
        if (band < wrong && !band_is_right(a, out, n, words, first, size_min(first + BAND, n), transposed)) {
            wrong = band;
        }
    }
    if (wrong == bands) {
        return 0;
    }
    size_t index = wrong * BAND * n;
    while (same(a, out, n, words, index / n, index % n, transposed)) {
        index++;
    }
    size_t origin = transposed ? index % n * n + index / n : index;
    return verify_mismatch(out, n, index, result->point->type, (const Bits *)a + origin * words, error);
}

int verify_transpose(const Computed *result, Accuracy *accuracy, Error *error)
{
    return verify_elements(result, true, accuracy, error);
}

int verify_copy(const Computed *result, Accuracy *accuracy, Error *error)
{
    return verify_elements(result, false, accuracy, error);
}
