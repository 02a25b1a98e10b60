/* A right transpose for test variants that do something beside it. */
#pragma once

#include "gpu/grid.h"
#include "gpu/launch.h"
#include "tests/variants/variant.h"

static __global__ void plain_transpose_kernel(const uint32_t *in, uint32_t *out, size_t n)
{
    const size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (column < n) {
        out[column * n + row] = in[row * n + column];
    }
}

static int plain_transpose(const Task *task)
{
    size_t n = task->point->n;
    const unsigned side = (unsigned)n;
    const LaunchShape shape = {.grid = {gpu_blocks(side, 128), side, 1}, .block = {128, 1, 1}};
    return GPU_LAUNCH(task, shape, plain_transpose_kernel, task->a, task->out, n);
}

/* A stream of its own, made once, that nothing waits for. */
static cudaStream_t own;

static inline int open_stream(Task *task)
{
    return own != NULL ? 0 : GPU_CHECK(task, cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking));
}
