/* A blocking factor of 64 with 32 x 32 threads: four cells a thread.
 *
 * A step reads two words of the left operand and two of the top one for four relaxations, half of what a
 * thread with one cell reads, and reads of shared memory bound the rungs before. A block of 64 also halves
 * the traffic of global memory, 16 n^3 / BLOCK bytes in all, and the number of rounds with their steps in
 * the pivot, where a single thread block works.
 *
 * Bound: reads of shared memory still, now close to arithmetic. With left[row][k .. k + 3] fetched at once
 * a thread makes 10 reads for 16 relaxations: of a warp, 10 clocks at best, against 8 for the additions
 * with minimum. The unrolled loop keeps many operands in flight at once, in registers, of which
 * gpu/occupancy limits the number.
 * Limits: 128 would take 64 x 64 threads, more than a thread block can have. Blocks of 8, 16 and 32 (with
 * 4 x 4, 8 x 8 and 16 x 16 threads) show the effect of the blocking factor, all else equal.
 * Source: a course report on blocked Floyd-Warshall; the algorithm: blocked.cuh. */

/* Registers as the compiler likes, as long as one thread block fits a multiprocessor. Without the 1, nvcc 13
 * would choose them so that two fit, and anticipate gpu/occupancy. */
#define RESIDENT(threads) 1

#include "gpu/apsp/kernels/four_cells.cuh"

extern "C" const Variant variant_gpu_apsp_large_block;
const Variant variant_gpu_apsp_large_block = {
    .workload = "apsp",
    .name = "gpu/large_block",
    .idea = "blocks of 64 with four cells a thread: half the shared-memory reads a relaxation",
    .source = BLOCKED_SOURCE,
    .after = "gpu/branchless",
    .types = INT32,
    .axes = AXIS_BLOCK,
    .block = 64,
    .accepts = four_cells_accepts,
    .workspace = blocked_workspace,
    .run = four_cells_run,
};
