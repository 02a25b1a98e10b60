/* Matrix product whose split tiles pass their sums on, so that every sum is made in the order of k.
 *
 * mbarrier_pipeline splits the tiles that do not make a whole wave along k and adds up the sums of the
 * pieces. Where it splits depends on the number of multiprocessors, and so do, by a rounding, the results.
 * Here a piece does not begin with zero but with the sums of the piece before: the block that has the first k
 * of a tile leaves its sums in the workspace, and the one that has the others continues with them. So each
 * sum is the same chain of multiply-adds as without a split: the same bits as those of two_ctas_per_sm, on
 * any GPU, and on any number of GPUs that share the rows (peer_copies).
 *
 * Blocks hardly wait, although one block needs the other. A block's part is as long as a tile or longer. It
 * is processed backwards: first the piece that another block will need, last the one that needs another
 * block's sums. By then the other's first piece is usually complete; if the other block began late, this one
 * waits. Blocks take their numbers as they begin, so that a block waits only for blocks that are running. A
 * tile that is split is written and read once, where mbarrier_pipeline writes and reads it twice.
 *
 * The sums in the loop's registers come from memory, and zeros too, by the same instructions: with one way to
 * begin, the assembler finds registers without bank conflicts, as in mbarrier_pipeline; with two it moved
 * some in every iteration.
 *
 * Bound: as mbarrier_pipeline, instruction issue.
 * Limits: a product of fewer tiles than fit on the GPU at a time has less than a tile for each block, and is
 * split as in mbarrier_pipeline (on an H200, float32, up to some n 2000). Compute capability 8.0. Any n
 * (tile.cuh).
 * Source: Osama, Merrill, Cecka, Garland, Owens, "Stream-K", 2023, for the split; the order is our own. */
#include <stdio.h>

#include "gpu/capability.h"
#include "gpu/matmul/kernels/stream_k_ordered.h"

static size_t workspace(const Point *point)
{
    const OrderedPlan plan = ordered_plan(point, point->m);
    return plan.is_small ? ordered_small_bytes(point, point->m) : plan.bytes;
}

static void describe(const Point *point, char *text, size_t size)
{
    const OrderedPlan plan = ordered_plan(point, point->m);
    if (plan.cut > 0) {
        snprintf(text, size, "%u of %u tiles split over %u blocks", plan.cut, plan.tiles, plan.workers);
    }
}

static int run(const Task *task)
{
    const size_t rows = task->point->m;
    const OrderedPanel all = {0, task->point->n};
    return ordered_run(task, rows, ordered_plan(task->point, rows).is_small, all);
}

extern "C" const Variant variant_gpu_matmul_stream_k_ordered;
const Variant variant_gpu_matmul_stream_k_ordered = {
    .workload = "matmul",
    .name = "gpu/stream_k_ordered",
    .idea = "a block continues with the sums that another has left of a split tile: the same bits on any GPU",
    .source = "Osama, Merrill, Cecka, Garland, Owens: Stream-K, 2023",
    .after = "gpu/mbarrier_pipeline",
    .types = INT32 | FLOAT32,
    .missing = gpu_cp_async_missing,
    .workspace = workspace,
    .describe = describe,
    .run = run,
};
