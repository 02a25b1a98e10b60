/* min() in place of the `if`: every thread does the same in every step.
 *
 * With the `if`, the graph decides whether a thread stores: the threads of a warp diverge and reconverge,
 * or, as nvcc 13 compiles gpu/shared, carry a predicate through every step. A minimum is one instruction
 * for all of them. GPUs since Hopper do the addition and the minimum in one (VIADDMNMX); it takes two
 * before.
 *
 * In the pivot and the cross the cell now stays in a register. It is stored in shared memory for the other
 * threads, except in row k and column k: these are read in step k and do not change in it, and to store
 * even the same value beside a read is a race. That test depends on the thread's position, not on data.
 *
 * Bound: shared memory in both, as in gpu/shared. A compiler may turn the `if` of gpu/shared into the same
 * minimum where the cell is in a register, as in the trailing update; nvcc 13 does, and then only the
 * pivot and the cross can gain.
 * Limits: BLOCK x BLOCK threads, so a block of 32 at most.
 * Source: a course report on blocked Floyd-Warshall; the algorithm: blocked.cuh. */
#include "gpu/apsp/kernels/blocked.cuh"

template <unsigned BLOCK>
static __global__ void __launch_bounds__(BLOCK *BLOCK) pivot(int32_t *matrix, size_t pitch, unsigned round)
{
    __shared__ int32_t tile[BLOCK][BLOCK];
    unsigned x = threadIdx.x, y = threadIdx.y;
    int32_t *cell = block_at(matrix, pitch, BLOCK, round, round) + y * pitch + x;

    int32_t shortest = *cell;
    tile[y][x] = shortest;
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < BLOCK; k++) {
        shortest = min(shortest, tile[y][k] + tile[k][x]);
        if (y != k && x != k) {
            tile[y][x] = shortest;
        }
        __syncthreads();
    }
    *cell = shortest;
}

template <unsigned BLOCK>
static __global__ void __launch_bounds__(BLOCK *BLOCK) cross(int32_t *matrix, size_t pitch, unsigned round)
{
    __shared__ int32_t left[BLOCK][BLOCK], top[BLOCK][BLOCK];
    unsigned x = threadIdx.x, y = threadIdx.y, other = other_block(blockIdx.x, round);
    bool in_row = blockIdx.y == 0;
    unsigned block_row = in_row ? round : other, block_column = in_row ? other : round;

    left[y][x] = block_at(matrix, pitch, BLOCK, block_row, round)[y * pitch + x];
    top[y][x] = block_at(matrix, pitch, BLOCK, round, block_column)[y * pitch + x];
    int32_t *mine = in_row ? &top[y][x] : &left[y][x]; /* the other tile is the pivot */
    unsigned unchanged = in_row ? y : x;               /* the step in which this cell cannot change */
    int32_t shortest = *mine;
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < BLOCK; k++) {
        shortest = min(shortest, left[y][k] + top[k][x]);
        if (k != unchanged) {
            *mine = shortest;
        }
        __syncthreads();
    }
    block_at(matrix, pitch, BLOCK, block_row, block_column)[y * pitch + x] = shortest;
}

template <unsigned BLOCK>
static __global__ void __launch_bounds__(BLOCK *BLOCK) rest(int32_t *matrix, size_t pitch, unsigned round)
{
    __shared__ int32_t left[BLOCK][BLOCK], top[BLOCK][BLOCK];
    unsigned x = threadIdx.x, y = threadIdx.y;
    unsigned block_row = other_block(blockIdx.y, round), block_column = other_block(blockIdx.x, round);
    int32_t *cell = block_at(matrix, pitch, BLOCK, block_row, block_column) + y * pitch + x;

    left[y][x] = block_at(matrix, pitch, BLOCK, block_row, round)[y * pitch + x];
    top[y][x] = block_at(matrix, pitch, BLOCK, round, block_column)[y * pitch + x];
    int32_t shortest = *cell;
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < BLOCK; k++) {
        shortest = min(shortest, left[y][k] + top[k][x]);
    }
    *cell = shortest;
}

static int run(const Task *task)
{
    const PhaseKernels phases[] = {
        {pivot<8>, cross<8>, rest<8>}, {pivot<16>, cross<16>, rest<16>}, {pivot<32>, cross<32>, rest<32>}};
    return blocked_run_shared(task, kernels_for_block(task, phases), 1);
}

extern "C" const Variant variant_gpu_apsp_branchless;
const Variant variant_gpu_apsp_branchless = {
    .workload = "apsp",
    .name = "gpu/branchless",
    .idea = "a minimum in place of the if: no store and no branch that depends on the graph",
    .source = BLOCKED_SOURCE,
    .after = "gpu/shared",
    .types = INT32,
    .axes = AXIS_BLOCK,
    .block = 32,
    .accepts = blocked_accepts,
    .workspace = blocked_workspace,
    .run = run,
};
