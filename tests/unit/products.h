/* Products and transposes by plain loops, of every type: multiply_int32, transpose_float16, ... */
#pragma once

#include <math.h>
#include <string.h>

#include "common/float16.h"
#include "common/workload.h"

/* Sanitizers check the code under test, not the 2 n^3 operations of the test itself. */
#define NOT_WATCHED __attribute__((no_sanitize("address", "undefined")))

enum { MOST_COLUMNS = 2200 };

static inline uint32_t multiply_add(uint32_t x, uint32_t y, uint32_t sum)
{
    return x * y + sum;
}
#define FUSED(x, y, sum) _Generic((sum), uint32_t : multiply_add, float : fmaf, double : fma)(x, y, sum)

#define PRODUCTS(name, NAME, Element, ...)                                                                   \
    /* Row i of out = a * b. Backward: from the last step to the first, of floats with one rounding per      \
     * step. */                                                                                              \
    NOT_WATCHED static inline void multiply_row_##name(                                                      \
        const Point *point, const Element *a, const Element *b, Element *out, size_t i, bool backward)       \
    {                                                                                                        \
        const size_t n = point->n, depth = point->k;                                                         \
        __typeof__(load_##name(*a)) sum[MOST_COLUMNS];                                                       \
        memset(sum, 0, n * sizeof *sum);                                                                     \
        for (size_t step = 0; step < depth; step++) {                                                        \
            const size_t k = backward ? depth - 1 - step : step;                                             \
            for (size_t j = 0; j < n; j++) {                                                                 \
                const __typeof__(*sum) x = load_##name(a[i * depth + k]), y = load_##name(b[k * n + j]);     \
                sum[j] = backward ? FUSED(x, y, sum[j]) : sum[j] + x * y;                                    \
            }                                                                                                \
        }                                                                                                    \
        for (size_t j = 0; j < n; j++) {                                                                     \
            out[i * n + j] = store_##name(sum[j]);                                                           \
        }                                                                                                    \
    }                                                                                                        \
    static inline void multiply_##name(const Point *point, const Element *a, const Element *b, Element *out, \
                                       bool backward)                                                        \
    {                                                                                                        \
        _Pragma("omp parallel for") for (size_t i = 0; i < point->m; i++)                                    \
        {                                                                                                    \
            multiply_row_##name(point, a, b, out, i, backward);                                              \
        }                                                                                                    \
    }                                                                                                        \
    static inline void transpose_##name(const Point *point, const Element *from, Element *to)                \
    {                                                                                                        \
        for (size_t i = 0; i < point->m * point->n; i++) {                                                   \
            to[i % point->n * point->m + i / point->n] = from[i];                                            \
        }                                                                                                    \
    }                                                                                                        \
    static inline void add_##name(Element *out, size_t place, double addend)                                 \
    {                                                                                                        \
        out[place] = store_##name(load_##name(out[place]) + (__typeof__(load_##name(*out)))addend);          \
    }
FOR_EACH_ELEMENT_TYPE(PRODUCTS, )
