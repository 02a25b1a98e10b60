/* Blocked Floyd-Warshall on the GPU in its plainest form: one thread a cell, everything read from and
 * written to global memory, an `if` that stores the shorter path.
 *
 * One thing is wrong on purpose: threadIdx.x counts rows. The 32 threads of a warp are in 32 rows of one
 * column. Each of their reads of matrix[row][k], and each access to the cell itself, touches 32 lines of
 * memory to use 4 bytes of each. gpu/coalesced changes this alone.
 *
 * Bound: memory traffic, an order of magnitude above what is needed.
 * Limits: BLOCK x BLOCK threads, so a block of 32 at most. The loop is kept from being unrolled, which
 * gpu/unrolled does.
 * Source: a course report on blocked Floyd-Warshall; the algorithm: blocked.cuh. */
#include "gpu/apsp/kernels/blocked.cuh"

/* Relaxes this thread's cell of the given block over the round's vertices.
 * in_step: the block itself is read, so all its cells must take each step together. */
static __device__ void relax(int32_t *matrix, size_t pitch, unsigned round, unsigned block_row,
                             unsigned block_column, bool in_step)
{
    size_t block = blockDim.x;
    size_t row = block_row * block + threadIdx.x; /* neighbours in a warp: one row apart */
    size_t column = block_column * block + threadIdx.y;
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

extern "C" const Variant variant_gpu_apsp_baseline;
const Variant variant_gpu_apsp_baseline = {
    .workload = "apsp",
    .name = "gpu/baseline",
    .idea = "blocked Floyd-Warshall from global memory, a thread a cell, warps along columns",
    .source = BLOCKED_SOURCE,
    .types = INT32,
    .axes = AXIS_BLOCK,
    .block = 32,
    .accepts = blocked_accepts,
    .workspace = blocked_workspace,
    .run = run,
};
