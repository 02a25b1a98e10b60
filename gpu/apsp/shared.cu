/* Operands in shared memory: each phase fetches the two blocks that it reads once, and reads them from
 * there in all its BLOCK steps.
 *
 * A thread fetches one cell of each operand; the block then uses each of them BLOCK times. Global memory
 * serves two reads a cell and phase in place of two a relaxation. Each phase has a kernel of its own, as
 * each needs different operands: the pivot one tile that it reads and changes, the cross one tile that it
 * changes beside the closed pivot, the trailing update two closed tiles. So the trailing update holds its
 * cell in a register and needs no barriers between its steps.
 *
 *     cell(row, column) <- left[row][k] + top[k][column]     for k = 0 .. BLOCK - 1
 *
 * No two threads of a warp conflict in a bank: top[k][x] is in neighbouring banks, left[y][k] is one
 * address for all threads of a row, and rows of 8 or 16 words start in different banks for the 4 or 2 rows
 * that a warp spans.
 *
 * Bound: a relaxation reads two words of shared memory. The compiler fetches left[y][k .. k + 3] at once,
 * since the loop is unrolled, which leaves 5 reads for 4 relaxations. A multiprocessor serves one such
 * read of a warp a clock at best, where it could add and compare for two warps.
 * Limits: BLOCK x BLOCK threads, so a block of 32 at most.
 * Source: a course report on blocked Floyd-Warshall; the algorithm: blocked.cuh. */
#include "gpu/apsp/kernels/blocked.cuh"

template <unsigned BLOCK>
static __global__ void __launch_bounds__(BLOCK *BLOCK) pivot(int32_t *matrix, size_t pitch, unsigned round)
{
    __shared__ int32_t tile[BLOCK][BLOCK];
    unsigned x = threadIdx.x, y = threadIdx.y;
    int32_t *cell = block_at(matrix, pitch, BLOCK, round, round) + y * pitch + x;

    tile[y][x] = *cell;
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < BLOCK; k++) {
        int32_t sum = tile[y][k] + tile[k][x];
        if (sum < tile[y][x]) {
            tile[y][x] = sum;
        }
        __syncthreads();
    }
    *cell = tile[y][x];
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
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < BLOCK; k++) {
        int32_t sum = left[y][k] + top[k][x];
        if (sum < *mine) {
            *mine = sum;
        }
        __syncthreads();
    }
    block_at(matrix, pitch, BLOCK, block_row, block_column)[y * pitch + x] = *mine;
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
        int32_t sum = left[y][k] + top[k][x];
        if (sum < shortest) {
            shortest = sum;
        }
    }
    *cell = shortest;
}

static int run(const Task *task)
{
    const PhaseKernels phases[] = {
        {pivot<8>, cross<8>, rest<8>}, {pivot<16>, cross<16>, rest<16>}, {pivot<32>, cross<32>, rest<32>}};
    return blocked_run_shared(task, kernels_for_block(task, phases), 1);
}

extern "C" const Variant variant_gpu_apsp_shared;
const Variant variant_gpu_apsp_shared = {
    .workload = "apsp",
    .name = "gpu/shared",
    .idea = "a kernel a phase, operands fetched once into shared memory, the cell in a register",
    .source = BLOCKED_SOURCE,
    .after = "gpu/unrolled",
    .types = INT32,
    .axes = AXIS_BLOCK,
    .block = 32,
    .accepts = blocked_accepts,
    .workspace = blocked_workspace,
    .run = run,
};
