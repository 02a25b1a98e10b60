/* A correct product, for test variants that corrupt or slow it afterwards. */
#pragma once

#include <stdlib.h>
#include <string.h>

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

/* A copy of a matrix of the point, which outlives the call, in place of an earlier one. */
static inline int keep_copy(const Task *task, const void *matrix, void **kept)
{
    const size_t bytes = point_matrix_bytes(task->point);
    free(*kept);
    *kept = malloc(bytes);
    if (*kept == NULL) {
        return error_set(task->error, "no memory");
    }
    memcpy(*kept, matrix, bytes);
    return 0;
}

/* The kept result in place of one that is computed; half of the work is done, so that the rate stays
 * possible. */
static inline int give_back(const Task *task, const void *kept)
{
    plain_rows(task, 0, task->point->n / 2);
    memcpy(task->out, kept, point_matrix_bytes(task->point));
    return 0;
}
