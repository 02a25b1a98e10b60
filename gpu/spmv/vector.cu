/* spmv gpu/vector: several neighboring lanes of a warp share a row and add up its products.
 *
 * The lanes of a row read neighboring values and columns at once, and those of all rows of a warp one
 * contiguous piece, where gpu/naive scatters a warp's loads over 32 rows. The lanes' sums are added by
 * shuffles. A row has the power of two of lanes next below its nonzeros on average: more would be idle, fewer
 * would have longer rows to themselves.
 *
 * Measured on an H100, two rounds each, as the rate over gpu/cusparse of the same round: float32 1.23 at
 * n 100000 with 16 nonzeros a row, 1.56 at 50000 with 64, 1.17 at 400000 with 4; float64 1.28 and, at
 * n 1000000 with 16, 0.95 (gpu/naive: 1.03, 0.90, 1.14, 0.98 and 0.55). Half the lanes are 0 to 6 % slower.
 * Bound: memory bandwidth; for a scattered pattern the sectors of x, each read for one element.
 * Limits: rows much longer than the average take their few lanes long. Any shape and any pattern.
 * Source: Bell, Garland: Implementing sparse matrix-vector multiplication on throughput-oriented processors,
 * SC 2009, the vector kernel; Dalton et al., CUSP, for lanes by the average. */
#include "gpu/grid.h"
#include "gpu/launch.h"

enum { THREADS = 128, WARP = 32 };

/* offset: m + 1, column and value: nonzeros, x: n, out: m elements. */
template <typename Element, unsigned LANES>
static __global__ void __launch_bounds__(THREADS)
    multiply(const uint32_t *__restrict__ offset, const uint32_t *__restrict__ column,
             const Element *__restrict__ value, const Element *__restrict__ x, Element *__restrict__ out,
             unsigned m)
{
    const unsigned row = blockIdx.x * (THREADS / LANES) + threadIdx.x / LANES, lane = threadIdx.x % LANES;
    Element sum = 0;
    if (row < m) {
        const uint32_t end = offset[row + 1];
        for (size_t at = (size_t)offset[row] + lane; at < end; at += LANES) {
            sum += value[at] * x[column[at]];
        }
    }
#pragma unroll
    for (unsigned distance = LANES / 2; distance > 0; distance /= 2) {
        sum += __shfl_xor_sync(~0u, sum, distance); /* of all rows of the warp, also beyond the last */
    }
    if (row < m && lane == 0) {
        out[row] = sum;
    }
}

template <typename Element, unsigned LANES> static int launch(const Task *task)
{
    const Point *point = task->point;
    unsigned m = (unsigned)point->m; /* far below 2^32: the result is in memory */
    LaunchShape shape = {.grid = {gpu_blocks(m, THREADS / LANES), 1, 1}, .block = {THREADS, 1, 1}};
    shape.global_accesses = 3.0 * (double)point->edges + 3.0 * (double)m;
    return GPU_LAUNCH(task, shape, multiply<Element, LANES>, task->a, task->b, task->c, task->d, task->out,
                      m);
}

/* The launch with at most `most` lanes a row. */
template <typename Element, unsigned LANES = WARP> struct Lanes {
    static int launch_for(const Task *task, size_t most)
    {
        return most >= LANES ? launch<Element, LANES>(task)
                             : Lanes<Element, LANES / 2>::launch_for(task, most);
    }
};

template <typename Element> struct Lanes<Element, 1> {
    static int launch_for(const Task *task, size_t)
    {
        return launch<Element, 1>(task);
    }
};

static int run(const Task *task)
{
    return GPU_BY_TYPE(task, Lanes<Element>::launch_for(task, task->point->edges / task->point->m));
}

extern "C" const Variant variant_gpu_spmv_vector;
const Variant variant_gpu_spmv_vector = {
    .workload = "spmv",
    .name = "gpu/vector",
    .idea = "neighboring lanes of a warp share a row, as many as it has nonzeros on average",
    .source = "Bell, Garland, SC 2009; CUSP",
    .after = "gpu/naive",
    .types = FLOAT32 | FLOAT64,
    .run = run,
};
