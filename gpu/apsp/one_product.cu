/* One min-plus product for all phases, in blocks of 128 with 8 x 8 cells a thread.
 *
 * Reads of shared memory bound the rungs before: a thread with 2 x 2 cells reads four words for four
 * relaxations. With 8 x 8 cells it reads 16 for 64, and the additions with minimum take the time. Blocks
 * of 128 cause a quarter of the global traffic of blocks of 32. A register tile reads its left operand
 * column by column, so the block column of a round is transposed into a workspace, while another thread
 * block closes the pivot block. Then block row and trailing update of a round are one kernel's work on
 * different operands (min_plus.cuh explains why the block column needs no step of its own). The operands
 * come by asynchronous copies, four slices of 16 pivots in flight, so that no thread waits for global
 * memory or holds the operands of others in its registers.
 *
 * Measured on an H200: 10.4, 13.9, 14.5 and 15.2 Trelax/s at n 4096, 8192, 12288 and 24576; the ceiling is
 * 16.5.
 * Bound: two of the three launches of a round cannot fill the GPU. It idles while one thread block closes
 * the pivot block, 128 steps one after the other, and while the block row is computed.
 * Limits: compute capability 8.0, for the asynchronous copies; before 9.0 an addition with minimum is two
 * instructions. A size that is no multiple of 128 is copied to one and back.
 * Source: min_plus.cuh. */
#include "gpu/apsp/kernels/rounds.cuh"

static int one_round(const Task *task, const PaddedMatrix *padded, unsigned number)
{
    Round round = round_of(padded, number);
    if (launch_pivot<Single>(task, &round, padded->blocks) != 0 ||
        launch_block_row<NarrowTile>(task, &round) != 0) {
        return -1;
    }
    return launch_trailing_update<WideTile>(task, &round, 0, padded->blocks);
}

static int run(const Task *task)
{
    PaddedMatrix padded = padded_of_task(task->point->n);
    padded_place_task(&padded, task, task->workspace);
    if (padded_copy(task, &padded, padded.n, FILL) != 0) {
        return -1;
    }
    for (unsigned round = 0; round < padded.blocks; round++) {
        if (one_round(task, &padded, round) != 0) {
            return -1;
        }
    }
    return padded_copy(task, &padded, padded.n, RETURN);
}

extern "C" const Variant variant_gpu_apsp_one_product;
const Variant variant_gpu_apsp_one_product = {
    .workload = "apsp",
    .name = "gpu/one_product",
    .idea = "all phases one min-plus product: 8 x 8 cells a thread, operands by asynchronous copies",
    .source = ROUNDS_SOURCE,
    .after = "gpu/occupancy",
    .types = INT32,
    .missing = rounds_missing,
    .accepts = rounds_accepts,
    .workspace = rounds_workspace,
    .run = run,
};
