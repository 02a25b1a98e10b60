/* Matrix product whose cut tiles are handed on, so that every sum is made in the order of k.
 *
 * mbarrier_pipeline cuts the tiles that do not make a whole wave along k, and adds up the sums of the pieces.
 * Where the cuts are depends on the number of multiprocessors, and so do, by a rounding, the results. Here a
 * piece does not begin with zero but with the sums of the piece before: the block that has the first k of a
 * tile leaves its sums in the workspace, and the one that has the others takes them and goes on. So each sum
 * is the same chain of multiply-adds as without a cut: the same bits as those of two_ctas_per_sm, on any
 * card, and on any number of cards that share the rows (peer_copies).
 *
 * Nobody waits, although one block needs the other. A block's part is as long as a tile or longer. It goes
 * through it from behind: first the piece that another block will need, last the one that needs another's.
 * When it comes to that, the other's first piece is done long since; a little later if the other began
 * late, which is waited for. Blocks take their numbers as they begin, so that whoever one waits for is under
 * way. And a tile that is cut is written and read once, where mbarrier_pipeline writes and reads it twice.
 *
 * The sums in the loop's registers come from memory then, and zeros too, by the same instructions: with one
 * way to begin the assembler finds registers that do not collide, as in mbarrier_pipeline; with two it moved
 * some in every turn of the loop.
 *
 * What bounds it: as mbarrier_pipeline, issuing.
 * Limits: a product of fewer tiles than fit on the card at a time has no tile's worth for each block, and is
 * cut and added up as in mbarrier_pipeline (on an H200, float32, up to some n 2000).
 * Any n: see tile.cuh. Needs compute capability 8.0.
 * Source: Osama, Merrill, Cecka, Garland, Owens, "Stream-K", 2023, for the cuts; the order is ours. */
#include <stdio.h>

#include "gpu/matmul/kernels/stream_k_ordered.h"

static size_t workspace(const Point *point)
{
    const OrderedPlan plan = ordered_plan(point, point->n);
    return plan.is_small ? ordered_small_bytes(point, point->n) : plan.bytes;
}

static void describe(const Point *point, char *text, size_t size)
{
    const OrderedPlan plan = ordered_plan(point, point->n);
    if (plan.cut > 0) {
        snprintf(text, size, "%u of %u tiles handed on by %u blocks", plan.cut, plan.tiles, plan.workers);
    }
}

static int run(const Task *task)
{
    const size_t n = task->point->n;
    const OrderedPanel all = {0, n};
    return ordered_run(task, n, ordered_plan(task->point, n).is_small, all);
}

extern "C" {
extern const Variant variant_gpu_matmul_stream_k_ordered;
}
const Variant variant_gpu_matmul_stream_k_ordered = {
    .workload = "matmul",
    .name = "gpu/stream_k_ordered",
    .idea = "a block goes on with the sums that another has left of a cut tile: the same bits on any card",
    .source = "Osama, Merrill, Cecka, Garland, Owens: Stream-K, 2023",
    .after = "gpu/mbarrier_pipeline",
    .types = INT32 | FLOAT32,
    .missing = ordered_missing,
    .workspace = workspace,
    .describe = describe,
    .run = run,
};
