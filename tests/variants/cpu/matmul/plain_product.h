/* A correct product, for test variants that corrupt or slow it afterwards. */
#ifndef SPEEDUP_TESTS_PLAIN_PRODUCT_H
#define SPEEDUP_TESTS_PLAIN_PRODUCT_H

#include "common/workload.h"

/* Computes rows `first` to `end` - 1 of out = a * b, in the order i, k, j. */
static inline void plain_rows(const Task *task, size_t first, size_t end)
{
    size_t n = task->point->n;
    const float *a = task->a, *b = task->b;
    const uint32_t *ia = task->a, *ib = task->b;
    float *out = task->out;
    uint32_t *iout = task->out;
    bool floats = task->point->type == TYPE_FLOAT32;
    for (size_t i = first; i < end; i++) {
        for (size_t k = 0; k < n; k++) {
            for (size_t j = 0; j < n; j++) {
                if (floats) {
                    out[i * n + j] = (k > 0 ? out[i * n + j] : 0.0f) + a[i * n + k] * b[k * n + j];
                } else {
                    iout[i * n + j] = (k > 0 ? iout[i * n + j] : 0) + ia[i * n + k] * ib[k * n + j];
                }
            }
        }
    }
}

#endif
