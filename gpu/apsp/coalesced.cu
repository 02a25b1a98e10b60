/* The baseline with threadIdx.x counting columns. Nothing else changes.
 *
 * The 32 threads of a warp are now next to each other in one row. Their cells, and matrix[k][column], are
 * on one or two lines of memory and are fetched together (coalesced); matrix[row][k] is one address for
 * all of them. A step of the trailing update reads 2 lines a warp where the baseline reads 33.
 *
 * Bound: two or three reads a relaxation still pass through the first-level cache, and the additions wait
 * for them.
 * Limits: BLOCK x BLOCK threads, so a block of 32 at most; with 8 or 16 a warp covers 4 or 2 rows and
 * gains less.
 * Source: a course report on blocked Floyd-Warshall; the algorithm: blocked.cuh. */
#include "gpu/apsp/kernels/blocked.cuh"

/* Relaxes this thread's cell of the given block over the round's vertices.
 * in_step: the block itself is read, so all its cells must take each step together. */
static __device__ void relax(int32_t *matrix, size_t pitch, unsigned round, unsigned block_row,
                             unsigned block_column, bool in_step)
{
    size_t block = blockDim.x;
    size_t row = block_row * block + threadIdx.y;
    size_t column = block_column * block + threadIdx.x; /* neighbours in a warp: one column apart */
    size_t first = round * block;

#pragma unroll 1
    for (size_t k = first; k < first + block; k++) {
        int32_t sum = matrix[row * pitch + k] + matrix[k * pitch + column];
        if (sum < matrix[row * pitch + column]) {
            matrix[row * pitch + column] = sum;
        }
        if (in_step) {
            __syncthreads();
        }
    }
}

static __global__ void __launch_bounds__(1024) pivot(int32_t *matrix, size_t pitch, unsigned round)
{
    relax(matrix, pitch, round, round, round, true);
}

static __global__ void __launch_bounds__(1024) cross(int32_t *matrix, size_t pitch, unsigned round)
{
    unsigned other = other_block(blockIdx.x, round);
    bool in_row = blockIdx.y == 0;
    relax(matrix, pitch, round, in_row ? round : other, in_row ? other : round, true);
}

static __global__ void __launch_bounds__(1024) rest(int32_t *matrix, size_t pitch, unsigned round)
{
    relax(matrix, pitch, round, other_block(blockIdx.y, round), other_block(blockIdx.x, round), false);
}

static int run(const Task *task)
{
    return blocked_run_global(task, {pivot, cross, rest});
}

extern "C" const Variant variant_gpu_apsp_coalesced;
const Variant variant_gpu_apsp_coalesced = {
    .workload = "apsp",
    .name = "gpu/coalesced",
    .idea = "the baseline with warps along rows: a warp's accesses fall on one line of memory",
    .source = BLOCKED_SOURCE,
    .after = "gpu/baseline",
    .types = INT32,
    .axes = AXIS_BLOCK,
    .block = 32,
    .accepts = blocked_accepts,
    .workspace = blocked_workspace,
    .run = run,
};
