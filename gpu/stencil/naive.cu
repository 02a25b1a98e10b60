/* stencil gpu/naive: one thread per cell, one launch per step, straight from global memory.
 *
 * Blocks of 32 x 8 threads cover the grid. A warp reads 32 neighbors of a row, whole memory sectors; the
 * cells above and below and to the sides come from the caches, so a step moves the grid about once in each
 * direction. The next launch begins when all cells are done: that is the barrier between steps.
 *
 * Bound: memory bandwidth, for grids larger than the second-level cache; small grids by the launches.
 * Limits: none. Any m and n. */
#include "common/workloads/stencil.h"
#include "gpu/grid.h"
#include "gpu/launch.h"

enum { WIDTH = 32, HEIGHT = 8 };

/* from, to: m x n, row-major. */
template <typename Element>
static __global__ void __launch_bounds__(WIDTH *HEIGHT)
    step(const Element *__restrict__ from, Element *__restrict__ to, unsigned m, unsigned n)
{
    const unsigned column = blockIdx.x * WIDTH + threadIdx.x;
    for (unsigned row = blockIdx.y * HEIGHT + threadIdx.y; row < m && column < n; row += gridDim.y * HEIGHT) {
        const size_t at = (size_t)row * n + column;
        const bool edge = row == 0 || row == m - 1 || column == 0 || column == n - 1;
        to[at] = edge ? from[at] : STENCIL_CELL(from, at, n);
    }
}

static int run(const Task *task)
{
    const Point *point = task->point;
    unsigned m = (unsigned)point->m, n = (unsigned)point->n; /* far below 2^32: the grid is in memory */
    LaunchShape shape = {.grid = {gpu_blocks(n, WIDTH), gpu_blocks_y(m, HEIGHT), 1},
                         .block = {WIDTH, HEIGHT, 1}};
    shape.global_accesses = 6.0 * (double)m * (double)n;
    const void *from = task->a;
    for (int i = 0; i < STENCIL_STEPS; i++) {
        void *to = i % 2 == 0 ? task->workspace : task->out;
        if (GPU_BY_TYPE(task, GPU_LAUNCH(task, shape, step<Element>, from, to, m, n)) != 0) {
            return -1;
        }
        from = to;
    }
    return 0;
}

extern "C" const Variant variant_gpu_stencil_naive;
const Variant variant_gpu_stencil_naive = {
    .workload = "stencil",
    .name = "gpu/naive",
    .idea = "one thread a cell and one launch a step, straight from global memory",
    .after = "cpu/naive",
    .types = FLOAT32 | FLOAT64,
    .workspace = stencil_workspace,
    .run = run,
};
