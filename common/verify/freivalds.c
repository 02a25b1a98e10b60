/* Freivalds' test: out * r = a * (b * r) for random vectors r.
 *
 * It costs O(n^2) per vector. All 20 vectors are multiplied at once, so every matrix is read once; a and b
 * are read only when the inputs change.
 * Source: Freivalds, Probabilistic machines can use less running time, 1977.
 *
 * int32: random 32-bit vectors, modulo 2^32. A row with a wrong element differs by at least a multiple of
 * 2^31 for half of all r. So it passes 20 of them with probability at most 2^-20. A difference proves an
 * error.
 *
 * Floats: vectors of random signs, in the type's Wide, whose errors are negligible. With E = out - ab, the
 * residual of row i is sum_j E_ij r_j, and its mean square over the signs is sum_j E_ij^2. The root mean
 * square over 20 vectors estimates the length of a row of E to 1 / sqrt(40) = 16 %, and all rows together the
 * Frobenius norm of E much better. product.c bounds these lengths. */
#include "common/verify/freivalds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/random.h"
#include "common/verify/mismatch.h"

#ifdef __FAST_MATH__
#error "compile without fast-math: with it NaN would pass for right"
#endif

#define WIDE_BYTES(name, NAME, Element, Wide, ...) [TYPE_##NAME] = sizeof(Wide),
static const size_t wide_bytes[ELEMENT_TYPES] = {FOR_EACH_TYPE(WIDE_BYTES, )};

/* row_times_TYPE: sum[v] = row * column v of the n x 20 `vectors`. times_TYPE: product = matrix * vectors.
 * draw_TYPE: element i of the random vectors. length_TYPE: see freivalds_lengths.
 */
#define FREIVALDS(name, NAME, Element, Wide, ...)                                                            \
    static void row_times_##name(const Element *row, const Wide *vectors, size_t n, Wide *sum)               \
    {                                                                                                        \
        Wide total[FREIVALDS_VECTORS] = {0};                                                                 \
        for (size_t j = 0; j < n; j++) {                                                                     \
            Wide element = (Wide)row[j];                                                                     \
            for (int v = 0; v < FREIVALDS_VECTORS; v++) {                                                    \
                total[v] += element * vectors[j * FREIVALDS_VECTORS + v];                                    \
            }                                                                                                \
        }                                                                                                    \
        memcpy(sum, total, sizeof total);                                                                    \
    }                                                                                                        \
                                                                                                             \
    static void times_##name(const Element *matrix, const Wide *vectors, size_t rows, size_t n,              \
                             Wide *product)                                                                  \
    {                                                                                                        \
        _Pragma("omp parallel for schedule(static)") for (size_t i = 0; i < rows; i++)                       \
        {                                                                                                    \
            row_times_##name(matrix + i * n, vectors, n, product + i * FREIVALDS_VECTORS);                   \
        }                                                                                                    \
    }                                                                                                        \
                                                                                                             \
    static void draw_##name(Wide *vectors, size_t i, uint64_t bits)                                          \
    {                                                                                                        \
        vectors[i] = TYPE_##NAME == TYPE_INT32 ? (Wide)(bits >> 32) : bits >> 63 ? (Wide)-1 : 1;             \
    }                                                                                                        \
                                                                                                             \
    static double length_##name(const Freivalds *freivalds, const Element *out, size_t i)                    \
    {                                                                                                        \
        const Wide *expected = (const Wide *)freivalds->expected + i * FREIVALDS_VECTORS;                    \
        Wide row[FREIVALDS_VECTORS] = {0};                                                                   \
        double total = 0;                                                                                    \
        if (out != NULL) {                                                                                   \
            row_times_##name(out + i * freivalds->n, freivalds->vectors, freivalds->n, row);                 \
        }                                                                                                    \
        for (int v = 0; v < FREIVALDS_VECTORS; v++) {                                                        \
            double residual = (double)(row[v] - expected[v]);                                                \
            total += residual * residual;                                                                    \
        }                                                                                                    \
        if (TYPE_##NAME == TYPE_INT32) {                                                                     \
            return total == 0 ? 0 : INFINITY;                                                                \
        }                                                                                                    \
        return isnan(total) ? INFINITY : sqrt(total / FREIVALDS_VECTORS);                                    \
    }
FOR_EACH_TYPE(FREIVALDS, )

static void draw(Freivalds *freivalds, uint64_t seed)
{
    size_t count = freivalds->n * FREIVALDS_VECTORS;
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = random_bits(seed, i);
        CALL_BY_TYPE(freivalds->type, draw, freivalds->vectors, i, bits)
    }
}

int freivalds_prepare(Freivalds *freivalds, const void *a, const void *b, const Point *point, uint64_t seed,
                      Error *error)
{
    const ElementType type = point->type;
    const size_t m = point->m, n = point->n, k = point->k, row_bytes = FREIVALDS_VECTORS * wide_bytes[type];
    *freivalds = (Freivalds){
        .m = m, .n = n, .type = type, .vectors = calloc(n, row_bytes), .expected = calloc(m, row_bytes)};
    void *halfway = calloc(k, row_bytes);
    const bool enough = freivalds->vectors != NULL && freivalds->expected != NULL && halfway != NULL;
    if (enough) {
        draw(freivalds, seed);
        CALL_BY_TYPE(type, times, b, freivalds->vectors, k, n, halfway)
        CALL_BY_TYPE(type, times, a, halfway, m, k, freivalds->expected)
    } else {
        freivalds_free(freivalds);
    }
    free(halfway);
    return enough ? 0 : verify_no_memory(error);
}

void freivalds_free(Freivalds *freivalds)
{
    free(freivalds->vectors);
    free(freivalds->expected);
    *freivalds = (Freivalds){0};
}

void freivalds_lengths(const Freivalds *freivalds, const void *out, double *length)
{
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < freivalds->m; i++) {
        CALL_BY_TYPE(freivalds->type, length[i] = length, freivalds, out, i)
    }
}
