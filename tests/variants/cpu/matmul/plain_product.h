/* A correct product, for test variants that corrupt or slow it afterwards. */
#pragma once

#include "tests/variants/variant.h"

#define PLAIN_ROWS(name, NAME, Element, ...)                                                                 \
    static inline void plain_rows_##name(size_t n, const Element *a, const Element *b, Element *out,         \
                                         size_t first, size_t end)                                           \
    {                                                                                                        \
        for (size_t i = first; i < end; i++) {                                                               \
            for (size_t k = 0; k < n; k++) {                                                                 \
                for (size_t j = 0; j < n; j++) {                                                             \
                    out[i * n + j] = (k > 0 ? out[i * n + j] : 0) + a[i * n + k] * b[k * n + j];             \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_TYPE(PLAIN_ROWS, )

/* Computes rows `first` to `end` - 1 of out = a * b, in the order i, k, j. */
static inline void plain_rows(const Task *task, size_t first, size_t end)
{
    CALL_BY_TYPE(task->point->type, plain_rows, task->point->n, task->a, task->b, task->out, first, end)
}

/* The whole product, on two threads whatever the point has. */
static inline void plain_product_by_two(const Task *task)
{
    const size_t n = task->point->n;
#pragma omp parallel for num_threads(2)
    for (size_t half = 0; half < 2; half++) {
        plain_rows(task, half * n / 2, (half + 1) * n / 2);
    }
}
