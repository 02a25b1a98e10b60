/* The launch of the rungs whose kernel is multiply(a, b, out, m, n, k), up to gpu/register_tile. */
#pragma once

#include <stdint.h>

#include "gpu/grid.h"
#include "gpu/launch.h"

/* m, n and k are as the kernel counts them: an unsigned is far from overflow, as the matrices are in memory.
 */
template <typename Element, typename Size>
static inline int launch_multiply(const Task *task, LaunchShape shape,
                                  void (*multiply)(const Element *, const Element *, Element *, Size, Size,
                                                   Size))
{
    Size m = (Size)task->point->m, n = (Size)task->point->n, k = (Size)task->point->k;
    shape.operations = gpu_task_work();
    return GPU_LAUNCH(task, shape, multiply, task->a, task->b, task->out, m, n, k);
}

/* Of launches compiled for 1, 2, 4 and so on, the one for `side`, which accepts() has found among them. */
static inline int launch_side(const Task *task, int (*const launches[])(const Task *), size_t side)
{
    unsigned i = 0;
    while ((size_t)1 << i < side) {
        i++;
    }
    return launches[i](task);
}

/* For LaunchShape.global_accesses of kernels whose blocks compute side x side elements from tiles in shared
 * memory: A is read once for each column of blocks, B once for each row of them. */
static inline double multiply_accesses(const Point *point, size_t side)
{
    const double m = (double)point->m, n = (double)point->n, k = (double)point->k;
    return m * k * gpu_blocks(point->n, side) + k * n * gpu_blocks(point->m, side) + m * n;
}

enum { MAX_SIDE = 32 }; /* 32 x 32 = 1024 threads, the most that a block can have */

/* Blocks of any side that CUDA accepts. */
static inline int accepts_block(const Point *point, Error *error)
{
    if (point->block < 1 || point->block > MAX_SIDE) {
        return error_set(error, "block %zu: %zu x %zu = %.0f threads, and a block has 1 to 1024; use 1 to %d",
                         point->block, point->block, point->block,
                         (double)point->block * (double)point->block, (int)MAX_SIDE);
    }
    return 0;
}
