/* A right product for test variants that do something beside it. */
#pragma once

#include "gpu/grid.h"
#include "gpu/launch.h"
#include "tests/variants/variant.h"

enum { PLAIN_WIDTH = 32, PLAIN_HEIGHT = 8 };

/* Blocks behind the last row begin again at the first; both write the same value. */
static __global__ void plain_product_kernel(const float *a, const float *b, float *out, size_t n,
                                            unsigned rows_of_blocks)
{
    const size_t row = (size_t)(blockIdx.y % rows_of_blocks) * PLAIN_HEIGHT + threadIdx.y,
                 column = (size_t)blockIdx.x * PLAIN_WIDTH + threadIdx.x;
    if (row >= n || column >= n) {
        return;
    }
    float sum = 0;
    for (size_t k = 0; k < n; k++) {
        sum += a[row * n + k] * b[k * n + column];
    }
    out[row * n + column] = sum;
}

/* Computes `percent` of the rows once more, in further blocks of the same launch. */
static int plain_product(const Task *task, unsigned percent)
{
    const float *a = (const float *)task->a, *b = (const float *)task->b;
    float *out = (float *)task->out;
    size_t n = task->point->n;
    unsigned rows = gpu_blocks(n, PLAIN_HEIGHT);
    const LaunchShape shape = {.grid = {gpu_blocks(n, PLAIN_WIDTH), rows + rows * percent / 100, 1},
                               .block = {PLAIN_WIDTH, PLAIN_HEIGHT, 1}};
    return GPU_LAUNCH(task, shape, plain_product_kernel, a, b, out, n, rows);
}
