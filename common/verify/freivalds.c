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
 * float32: vectors of random signs, in double. With E = out - ab, the residual of row i is sum_j E_ij r_j,
 * and its mean square over the signs is sum_j E_ij^2. The root mean square over 20 vectors estimates the
 * length of a row of E to 1 / sqrt(40) = 16 %, and all rows together the Frobenius norm of E much better.
 * product.c bounds these lengths. */
#include "common/verify/freivalds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/random.h"
#include "common/verify/mismatch.h"

#ifdef __FAST_MATH__
#error "compile without fast-math: with it NaN would pass for right"
#endif

/* sum[v] = row * column v of the n x 20 `vectors`. */
static void row_times_float32(const float *row, const double *vectors, size_t n, double *sum)
{
    double total[FREIVALDS_VECTORS] = {0};
    for (size_t j = 0; j < n; j++) {
        double element = (double)row[j];
        for (int v = 0; v < FREIVALDS_VECTORS; v++) {
            total[v] += element * vectors[j * FREIVALDS_VECTORS + v];
        }
    }
    memcpy(sum, total, sizeof total);
}

static void row_times_int32(const uint32_t *row, const uint32_t *vectors, size_t n, uint32_t *sum)
{
    uint32_t total[FREIVALDS_VECTORS] = {0};
    for (size_t j = 0; j < n; j++) {
        for (int v = 0; v < FREIVALDS_VECTORS; v++) {
            total[v] += row[j] * vectors[j * FREIVALDS_VECTORS + v];
        }
    }
    memcpy(sum, total, sizeof total);
}

/* product = matrix * vectors, n x 20. */
static void times(const void *matrix, const void *vectors, size_t n, ElementType type, void *product)
{
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) {
        if (type == TYPE_INT32) {
            row_times_int32((const uint32_t *)matrix + i * n, vectors, n,
                            (uint32_t *)product + i * FREIVALDS_VECTORS);
        } else {
            row_times_float32((const float *)matrix + i * n, vectors, n,
                              (double *)product + i * FREIVALDS_VECTORS);
        }
    }
}

static void draw(Freivalds *freivalds, uint64_t seed)
{
    size_t count = freivalds->n * FREIVALDS_VECTORS;
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = random_bits(seed, i);
        if (freivalds->type == TYPE_INT32) {
            ((uint32_t *)freivalds->vectors)[i] = (uint32_t)(bits >> 32);
        } else {
            ((double *)freivalds->vectors)[i] = bits >> 63 ? -1.0 : 1.0;
        }
    }
}

int freivalds_prepare(Freivalds *freivalds, const void *a, const void *b, size_t n, ElementType type,
                      uint64_t seed, Error *error)
{
    size_t row_bytes = FREIVALDS_VECTORS * (type == TYPE_INT32 ? sizeof(uint32_t) : sizeof(double));
    *freivalds =
        (Freivalds){.n = n, .type = type, .vectors = calloc(n, row_bytes), .expected = calloc(n, row_bytes)};
    void *halfway = calloc(n, row_bytes);
    const bool enough = freivalds->vectors != NULL && freivalds->expected != NULL && halfway != NULL;
    if (enough) {
        draw(freivalds, seed);
        times(b, freivalds->vectors, n, type, halfway);
        times(a, halfway, n, type, freivalds->expected);
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

static double length_float32(const Freivalds *freivalds, const float *out, size_t i)
{
    const double *expected = (const double *)freivalds->expected + i * FREIVALDS_VECTORS;
    double row[FREIVALDS_VECTORS] = {0}, total = 0;
    if (out != NULL) {
        row_times_float32(out + i * freivalds->n, freivalds->vectors, freivalds->n, row);
    }
    for (int v = 0; v < FREIVALDS_VECTORS; v++) {
        total += (row[v] - expected[v]) * (row[v] - expected[v]);
    }
    return isnan(total) ? INFINITY : sqrt(total / FREIVALDS_VECTORS);
}

static double length_int32(const Freivalds *freivalds, const uint32_t *out, size_t i)
{
    uint32_t sum[FREIVALDS_VECTORS];
    row_times_int32(out + i * freivalds->n, freivalds->vectors, freivalds->n, sum);
    const uint32_t *expected = (const uint32_t *)freivalds->expected + i * FREIVALDS_VECTORS;
    return memcmp(sum, expected, sizeof sum) == 0 ? 0 : INFINITY;
}

void freivalds_lengths(const Freivalds *freivalds, const void *out, double *length)
{
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < freivalds->n; i++) {
        length[i] = freivalds->type == TYPE_INT32 ? length_int32(freivalds, out, i)
                                                  : length_float32(freivalds, out, i);
    }
}
