/* A correct product, for test variants that corrupt or slow it afterwards. */
#pragma once

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tests/variants/variant.h"

/* Adds rows `first` to `end` - 1 of a * b to `sums`, in the order i, k, j. */
#define ADD_ROWS(name, NAME, Element, ...)                                                                   \
    static inline void add_rows_##name(size_t n, const Element *a, const Element *b, Element *sums,          \
                                       size_t first, size_t end)                                             \
    {                                                                                                        \
        for (size_t i = first; i < end; i++) {                                                               \
            for (size_t k = 0; k < n; k++) {                                                                 \
                for (size_t j = 0; j < n; j++) {                                                             \
                    sums[i * n + j] += a[i * n + k] * b[k * n + j];                                          \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_TYPE(ADD_ROWS, )

/* Computes rows `first` to `end` - 1 of out = a * b. */
static inline void plain_rows(const Task *task, size_t first, size_t end)
{
    const size_t n = task->point->n, row_bytes = n * type_size(task->point->type);
    memset((char *)task->out + first * row_bytes, 0, (end - first) * row_bytes);
    CALL_BY_TYPE(task->point->type, add_rows, n, task->a, task->b, task->out, first, end)
}

static inline int plain_product(const Task *task)
{
    plain_rows(task, 0, task->point->n);
    return 0;
}

/* PLAIN_VARIANT(stops, "...", .open = open_point): right, but for what its other functions do. */
#define PLAIN_VARIANT(file, text, ...)                                                                       \
    const Variant variant_cpu_matmul_##file = {.workload = "matmul",                                         \
                                               .name = "cpu/" #file,                                         \
                                               .idea = text,                                                 \
                                               .types = INT32 | FLOAT32,                                     \
                                               .run = plain_product,                                         \
                                               __VA_ARGS__}

/* The whole product, on two threads whatever the point has. */
static inline int plain_product_by_two(const Task *task)
{
    const size_t n = task->point->n;
#pragma omp parallel for num_threads(2)
    for (size_t half = 0; half < 2; half++) {
        plain_rows(task, half * n / 2, (half + 1) * n / 2);
    }
    return 0;
}

typedef struct RestOfRows {
    const Task *task;
    size_t first;
} RestOfRows;

static inline void *rest_of_rows(void *argument)
{
    const RestOfRows *rest = argument;
    plain_rows(rest->task, rest->first, rest->task->point->n);
    return NULL;
}

/* The whole product, from row `first` on by a thread that this call makes. */
static inline int plain_product_by_thread(const Task *task, size_t first)
{
    pthread_t thread;
    RestOfRows rest = {task, first};
    if (pthread_create(&thread, NULL, rest_of_rows, &rest) != 0) {
        return error_set(task->error, "no thread");
    }
    plain_rows(task, 0, first);
    return pthread_join(thread, NULL);
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

/* The product with a copy of b that is kept from the first call, or from the last one with `is_new`. */
static inline int product_of_kept(const Task *task, void **kept, bool is_new)
{
    Task own = *task;
    if ((*kept == NULL || is_new) && keep_copy(task, task->b, kept) != 0) {
        return -1;
    }
    own.b = *kept;
    return plain_product(&own);
}

/* The kept result in place of one that is computed; half of the work is done, so that the rate stays
 * possible. */
static inline int give_back(const Task *task, const void *kept)
{
    plain_rows(task, 0, task->point->n / 2);
    memcpy(task->out, kept, point_matrix_bytes(task->point));
    return 0;
}
