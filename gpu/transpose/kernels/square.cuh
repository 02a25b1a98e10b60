/* The launch of the rungs whose thread blocks transpose a tile each, up to gpu/unrolled. */
#ifndef SPEEDUP_GPU_TRANSPOSE_KERNELS_SQUARE_CUH
#define SPEEDUP_GPU_TRANSPOSE_KERNELS_SQUARE_CUH

#include <stdint.h>

#include "gpu/grid.h"
#include "gpu/launch.h"

/* a, out: n x n words, row-major. */
typedef void TransposeKernel(const uint32_t *__restrict__ a, uint32_t *__restrict__ out, unsigned n);

/* Tiles of side x side words, each by a thread block of `side` x `rows` threads. */
static inline int transpose_tiles(const Task *task, TransposeKernel *transpose, unsigned side, unsigned rows)
{
    const void *a = task->a;
    void *out = task->out;
    unsigned n = (unsigned)task->point->n; /* far below 2^32: n x n words are in memory */
    const unsigned blocks = gpu_blocks(n, side);
    LaunchShape shape = {.grid = {blocks, blocks, 1}, .block = {side, rows, 1}};
    shape.global_accesses = 2.0 * (double)n * (double)n;
    void *arguments[] = {&a, &out, &n};
    return GPU_LAUNCH(task, transpose, &shape, arguments);
}

#endif
