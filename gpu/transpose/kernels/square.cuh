/* The launch of the rungs whose thread blocks transpose a tile each, up to gpu/unrolled. */
#ifndef SPEEDUP_GPU_TRANSPOSE_KERNELS_SQUARE_CUH
#define SPEEDUP_GPU_TRANSPOSE_KERNELS_SQUARE_CUH

#include <stdint.h>

#include "gpu/grid.h"
#include "gpu/launch.h"

/* The kernel of 32-bit or of 64-bit words, by the size of the elements, on tiles of side x side words, each
 * by a thread block of `side` x `rows` threads. a, out: n x n words, row-major. */
static inline int transpose_tiles(const Task *task,
                                  void (*transpose32)(const uint32_t *, uint32_t *, unsigned),
                                  void (*transpose64)(const uint64_t *, uint64_t *, unsigned), unsigned side,
                                  unsigned rows)
{
    const void *a = task->a;
    void *out = task->out;
    unsigned n = (unsigned)task->point->n; /* far below 2^32: n x n words are in memory */
    const unsigned blocks = gpu_blocks(n, side);
    LaunchShape shape = {.grid = {blocks, blocks, 1}, .block = {side, rows, 1}};
    shape.global_accesses = 2.0 * (double)n * (double)n;
    void *arguments[] = {&a, &out, &n};
    return type_size(task->point->type) == sizeof(uint32_t)
               ? GPU_LAUNCH(task, transpose32, &shape, arguments)
               : GPU_LAUNCH(task, transpose64, &shape, arguments);
}

#endif
