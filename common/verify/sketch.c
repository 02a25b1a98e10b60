/* Freivalds' test: is out * r = a * (b * r) for random vectors r?
 *
 * It costs O(n^2) a vector. All 20 are taken at once, so that every matrix is read
 * once; a and b are read only when the inputs change.
 * Source: Freivalds, Probabilistic machines can use less running time, 1977.
 *
 * int32: random 32-bit vectors, modulo 2^32. A row with a wrong element differs by
 * at least a multiple of 2^31 for half of all r, so it escapes 20 of them with
 * probability at most 2^-20; the difference is a proof.
 *
 * float32: vectors of random signs, in double. With E = out - ab, the residual of row i is
 * sum_j E_ij r_j, whose mean square over the signs is sum_j E_ij^2: the root
 * mean square over the 20 vectors estimates the length of the row of errors to 1 / sqrt(40) = 16 %,
 * and all rows together the Frobenius norm of E far better. product.c says how long they may be. */
#include "common/verify/sketch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/random.h"

#ifdef __FAST_MATH__
#error "compile without fast-math: with it NaN would pass for right"
#endif

static size_t cell_bytes(ElementType type)
{
    return type == TYPE_INT32 ? sizeof(uint32_t) : sizeof(double);
}

/* sum[v] = row * column v of the n x 20 `vectors`. */
static void row_times_float32(const float *row, const double *vectors, size_t n, double *sum)
{
    double total[SKETCH_VECTORS] = {0};
    for (size_t j = 0; j < n; j++) {
        double element = (double)row[j];
        for (int v = 0; v < SKETCH_VECTORS; v++) {
            total[v] += element * vectors[j * SKETCH_VECTORS + v];
        }
    }
    memcpy(sum, total, sizeof total);
}

static void row_times_int32(const uint32_t *row, const uint32_t *vectors, size_t n, uint32_t *sum)
{
    uint32_t total[SKETCH_VECTORS] = {0};
    for (size_t j = 0; j < n; j++) {
        for (int v = 0; v < SKETCH_VECTORS; v++) {
            total[v] += row[j] * vectors[j * SKETCH_VECTORS + v];
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
                            (uint32_t *)product + i * SKETCH_VECTORS);
        } else {
            row_times_float32((const float *)matrix + i * n, vectors, n,
                              (double *)product + i * SKETCH_VECTORS);
        }
    }
}

static void draw(Sketch *sketch, uint64_t seed)
{
    size_t count = sketch->n * SKETCH_VECTORS;
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = random_bits(seed, i);
        if (sketch->type == TYPE_INT32) {
            ((uint32_t *)sketch->vectors)[i] = (uint32_t)(bits >> 32);
        } else {
            ((double *)sketch->vectors)[i] = bits >> 63 ? -1.0 : 1.0;
        }
    }
}

static double root_mean_square(const double *values)
{
    double total = 0;
    for (int v = 0; v < SKETCH_VECTORS; v++) {
        total += values[v] * values[v];
    }
    return sqrt(total / SKETCH_VECTORS);
}

int sketch_make(Sketch *sketch, const void *a, const void *b, size_t n, ElementType type, uint64_t seed,
                Error *error)
{
    size_t row_bytes = SKETCH_VECTORS * cell_bytes(type);
    *sketch =
        (Sketch){.n = n, .type = type, .vectors = calloc(n, row_bytes), .expected = calloc(n, row_bytes)};
    void *halfway = calloc(n, row_bytes);
    int status = -1;
    if (sketch->vectors == NULL || sketch->expected == NULL || halfway == NULL) {
        sketch_free(sketch);
        error_set(error, "no memory to verify the product; choose a smaller --size");
        goto cleanup;
    }
    draw(sketch, seed);
    times(b, sketch->vectors, n, type, halfway);
    times(a, halfway, n, type, sketch->expected);
    status = 0;
cleanup:
    free(halfway);
    return status;
}

void sketch_free(Sketch *sketch)
{
    free(sketch->vectors);
    free(sketch->expected);
    *sketch = (Sketch){0};
}

static double length_float32(const Sketch *sketch, const float *out, size_t i)
{
    const double *expected = (const double *)sketch->expected + i * SKETCH_VECTORS;
    double residual[SKETCH_VECTORS];
    row_times_float32(out + i * sketch->n, sketch->vectors, sketch->n, residual);
    for (int v = 0; v < SKETCH_VECTORS; v++) {
        residual[v] -= expected[v];
    }
    double length = root_mean_square(residual);
    return isnan(length) ? INFINITY : length;
}

static double length_int32(const Sketch *sketch, const uint32_t *out, size_t i)
{
    uint32_t sum[SKETCH_VECTORS];
    row_times_int32(out + i * sketch->n, sketch->vectors, sketch->n, sum);
    const uint32_t *expected = (const uint32_t *)sketch->expected + i * SKETCH_VECTORS;
    return memcmp(sum, expected, sizeof sum) == 0 ? 0 : INFINITY;
}

void sketch_lengths(const Sketch *sketch, const void *out, double *length)
{
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < sketch->n; i++) {
        length[i] =
            sketch->type == TYPE_INT32 ? length_int32(sketch, out, i) : length_float32(sketch, out, i);
    }
}

void sketch_sizes(const Sketch *sketch, double *size)
{
    for (size_t i = 0; i < sketch->n; i++) {
        size[i] = root_mean_square((const double *)sketch->expected + i * SKETCH_VECTORS);
    }
}
