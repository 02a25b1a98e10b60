/* spmv gpu/naive: one thread per row, straight from global memory.
 *
 * Neighboring threads read different rows, so a warp's loads of values and columns are scattered over 32
 * rows: a memory sector holds several consecutive elements of one row, which its thread reads in later steps,
 * from the cache if they are still there. A warp takes as long as its longest row.
 *
 * Bound: memory latency and partly used sectors; for long or uneven rows the idle threads of a warp.
 * Limits: none. Any shape and any pattern.
 * Source: Bell, Garland: Implementing sparse matrix-vector multiplication on throughput-oriented processors,
 * SC 2009, the scalar kernel. */
#include "gpu/grid.h"
#include "gpu/launch.h"

enum { THREADS = 128 };

/* offset: m + 1, column and value: nonzeros, x: n, out: m elements. */
template <typename Element>
static __global__ void __launch_bounds__(THREADS)
    multiply(const uint32_t *__restrict__ offset, const uint32_t *__restrict__ column,
             const Element *__restrict__ value, const Element *__restrict__ x, Element *__restrict__ out,
             unsigned m)
{
    const unsigned row = blockIdx.x * THREADS + threadIdx.x;
    if (row < m) {
        Element sum = 0;
        for (uint32_t at = offset[row]; at < offset[row + 1]; at++) {
            sum += value[at] * x[column[at]];
        }
        out[row] = sum;
    }
}

static int run(const Task *task)
{
    const Point *point = task->point;
    unsigned m = (unsigned)point->m; /* far below 2^32: the result is in memory */
    LaunchShape shape = {.grid = {gpu_blocks(m, THREADS), 1, 1}, .block = {THREADS, 1, 1}};
    shape.global_accesses = 3.0 * (double)point->edges + 3.0 * (double)m;
    return GPU_BY_TYPE(
        task, GPU_LAUNCH(task, shape, multiply<Element>, task->a, task->b, task->c, task->d, task->out, m));
}

extern "C" const Variant variant_gpu_spmv_naive;
const Variant variant_gpu_spmv_naive = {
    .workload = "spmv",
    .name = "gpu/naive",
    .idea = "one thread a row, straight from global memory",
    .source = "Bell, Garland, SC 2009",
    .after = "cpu/naive",
    .types = FLOAT32 | FLOAT64,
    .run = run,
};
