/* The coalesced rung with its loop over k unrolled: BLOCK is a compile-time constant, so the BLOCK steps
 * follow each other in the code.
 *
 * There is no counter, comparison or jump between the steps, and matrix[row][k] is reached by an offset
 * that is part of the instruction.
 *
 * Bound: the reads of global memory, as before. The compiler cannot move the reads of later steps ahead of
 * the store of an earlier one, since both access the same matrix, so each step still waits for its own
 * reads.
 * Limits: BLOCK x BLOCK threads, so a block of 32 at most.
 * Source: a course report on blocked Floyd-Warshall; the algorithm: blocked.cuh. */
#include "gpu/apsp/kernels/blocked.cuh"

/* Relaxes this thread's cell of the given block over the round's vertices.
 * in_step: the block itself is read, so all its cells must take each step together. */
template <unsigned BLOCK>
static __device__ void relax(int32_t *matrix, size_t pitch, unsigned round, unsigned block_row,
                             unsigned block_column, bool in_step)
{
    size_t row = (size_t)block_row * BLOCK + threadIdx.y;
    size_t column = (size_t)block_column * BLOCK + threadIdx.x;
    size_t first = (size_t)round * BLOCK;

#pragma unroll
    for (unsigned k = 0; k < BLOCK; k++) {
        int32_t sum = matrix[row * pitch + first + k] + matrix[(first + k) * pitch + column];
        if (sum < matrix[row * pitch + column]) {
            matrix[row * pitch + column] = sum;
        }
        if (in_step) {
            __syncthreads();
        }
    }
}

template <unsigned BLOCK>
static __global__ void __launch_bounds__(BLOCK *BLOCK) pivot(int32_t *matrix, size_t pitch, unsigned round)
{
    relax<BLOCK>(matrix, pitch, round, round, round, true);
}

template <unsigned BLOCK>
static __global__ void __launch_bounds__(BLOCK *BLOCK) cross(int32_t *matrix, size_t pitch, unsigned round)
{
    unsigned other = other_block(blockIdx.x, round);
    bool in_row = blockIdx.y == 0;
    relax<BLOCK>(matrix, pitch, round, in_row ? round : other, in_row ? other : round, true);
}

template <unsigned BLOCK>
static __global__ void __launch_bounds__(BLOCK *BLOCK) rest(int32_t *matrix, size_t pitch, unsigned round)
{
    relax<BLOCK>(matrix, pitch, round, other_block(blockIdx.y, round), other_block(blockIdx.x, round), false);
}

static int run(const Task *task)
{
    const PhaseKernels phases[] = {
        {pivot<8>, cross<8>, rest<8>}, {pivot<16>, cross<16>, rest<16>}, {pivot<32>, cross<32>, rest<32>}};
    return blocked_run_global(task, kernels_for_block(task, phases));
}

extern "C" const Variant variant_gpu_apsp_unrolled;
const Variant variant_gpu_apsp_unrolled = {
    .workload = "apsp",
    .name = "gpu/unrolled",
    .idea = "the loop over the round's vertices unrolled: no counter and no jump between steps",
    .source = BLOCKED_SOURCE,
    .after = "gpu/coalesced",
    .types = INT32,
    .axes = AXIS_BLOCK,
    .block = 32,
    .accepts = blocked_accepts,
    .workspace = blocked_workspace,
    .run = run,
};
