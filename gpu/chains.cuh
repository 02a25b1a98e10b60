/* The kernels of the ceilings add_min, add_min_packed and multiply_add: a thread takes CHAINS elements
 * through n steps in registers, or as many as it says. Neighbouring threads take neighbouring elements, of
 * THREADS times as many a block. */
#pragma once

#include "gpu/grid.h"
#include "gpu/launch.h"

enum { THREADS = 128, CHAINS = 8 };

/* chains(a, out, n) on matrices of n x n elements, `each` of a thread. */
template <typename Element>
static inline int chains_launch(const Task *task, void (*chains)(const Element *, Element *, size_t),
                                size_t each = CHAINS)
{
    size_t n = task->point->n;
    const unsigned blocks = gpu_blocks(n * n, THREADS * each);
    LaunchShape shape = {.grid = {blocks, 1, 1}, .block = {THREADS, 1, 1}};
    shape.operations = gpu_task_work();
    shape.global_accesses = 2.0 * (double)n * (double)n + 2.0 * THREADS * blocks;
    return GPU_LAUNCH(task, shape, chains, task->a, task->out, n);
}
