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
 * mean square over the 20 vectors estimates the length of the row of errors.
 * How long may it be? The elementwise bound n eps (|A||B|) assumes that every
 * partial sum is as large as if all terms had one sign. That is the law for
 * single elements, which rows.c applies, but added up over a row it would hide
 * a missing step of k at n 8192. What the roundings really scale with are the
 * partial sums s_k: |E_ij| <= eps sum_k |s_k|, rounded toward zero or to nearest.
 *   - terms of random signs, as the generator's: s_k^2 is about the sum of the
 *     first k squares, so sum_k |s_k| <= 0.71 n Q_ij, Q_ij^2 = sum_k a_ik^2 b_kj^2;
 *   - terms of one sign: sum_k |s_k| is about n |(ab)_ij| / 2.
 * Hence limit_i = n eps max(S_i, |(ab)_i| / 2) with S_i^2 = sum_j Q_ij^2 =
 * sum_k a_ik^2 |b_k|^2, which costs O(n^2), and |(ab)_i| from the sketch
 * itself. Rounding to nearest stays a hundred times below, rounding every sum toward
 * zero three times, and 20 vectors estimate a length to within a factor of two. */
#include "common/verify/sketch.h"

#include <float.h>
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

/* Sums of squares of the rows of a float32 matrix, each weighted by weight[k] (NULL: by 1). */
static void squares(const float *matrix, size_t n, const double *weight, double *sum)
{
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) {
        double total = 0;
        for (size_t k = 0; k < n; k++) {
            double element = (double)matrix[i * n + k];
            total += element * element * (weight != NULL ? weight[k] : 1);
        }
        sum[i] = total;
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

/* limit_i as derived above; `scratch` takes n doubles. */
static void set_limits(Sketch *sketch, const float *a, const float *b, double *scratch)
{
    size_t n = sketch->n;
    squares(b, n, NULL, scratch);
    squares(a, n, scratch, sketch->limit);
    for (size_t i = 0; i < n; i++) {
        double random_signs = sqrt(sketch->limit[i]);
        double one_sign = root_mean_square((const double *)sketch->expected + i * SKETCH_VECTORS) / 2;
        sketch->limit[i] = (double)n * (double)FLT_EPSILON * fmax(random_signs, one_sign);
    }
}

int sketch_make(Sketch *sketch, const void *a, const void *b, size_t n, ElementType type, uint64_t seed,
                Error *error)
{
    size_t row_bytes = SKETCH_VECTORS * cell_bytes(type);
    *sketch =
        (Sketch){.n = n, .type = type, .vectors = calloc(n, row_bytes), .expected = calloc(n, row_bytes)};
    if (type != TYPE_INT32) {
        sketch->limit = calloc(n, sizeof *sketch->limit);
    }
    void *halfway = calloc(n, row_bytes);
    int status = -1;
    if (sketch->vectors == NULL || sketch->expected == NULL || halfway == NULL ||
        (type != TYPE_INT32 && sketch->limit == NULL)) {
        sketch_free(sketch);
        error_set(error, "no memory to verify the product; choose a smaller --size");
        goto cleanup;
    }
    draw(sketch, seed);
    times(b, sketch->vectors, n, type, halfway);
    times(a, halfway, n, type, sketch->expected);
    if (type != TYPE_INT32) {
        set_limits(sketch, a, b, halfway);
    }
    status = 0;
cleanup:
    free(halfway);
    return status;
}

void sketch_free(Sketch *sketch)
{
    free(sketch->vectors);
    free(sketch->expected);
    free(sketch->limit);
    *sketch = (Sketch){0};
}

static double excess_float32(const Sketch *sketch, const float *out, size_t i)
{
    const double *expected = (const double *)sketch->expected + i * SKETCH_VECTORS;
    double residual[SKETCH_VECTORS];
    row_times_float32(out + i * sketch->n, sketch->vectors, sketch->n, residual);
    for (int v = 0; v < SKETCH_VECTORS; v++) {
        residual[v] -= expected[v];
    }
    double length = root_mean_square(residual);
    if (length == 0) {
        return 0;
    }
    double excess = length / sketch->limit[i];
    return isnan(excess) ? INFINITY : excess;
}

static double excess_int32(const Sketch *sketch, const uint32_t *out, size_t i)
{
    uint32_t sum[SKETCH_VECTORS];
    row_times_int32(out + i * sketch->n, sketch->vectors, sketch->n, sum);
    const uint32_t *expected = (const uint32_t *)sketch->expected + i * SKETCH_VECTORS;
    return memcmp(sum, expected, sizeof sum) == 0 ? 0 : INFINITY;
}

void sketch_excess(const Sketch *sketch, const void *out, double *excess)
{
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < sketch->n; i++) {
        excess[i] =
            sketch->type == TYPE_INT32 ? excess_int32(sketch, out, i) : excess_float32(sketch, out, i);
    }
}
