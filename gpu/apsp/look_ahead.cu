/* Look-ahead: the next round's pivot block and block row are computed beside the trailing update of this
 * round.
 *
 * The two small launches of a round leave most of the GPU idle, and the large one waits for them: at n
 * 4096 that is a third of a round. But they need only those blocks of the round before that are in their
 * block row and column. This panel is updated first, and the launches that depend on it run in a stream of
 * high priority, while the trailing update fills the GPU (look_ahead.cuh).
 *
 * Measured on an H200: 6.7, 13.3, 14.8, 15.1 and 15.3 Trelax/s at n 2048, 4096, 8192, 12288 and 24576,
 * before 5.7, 10.4, 13.9, 14.5 and 15.2; the ceiling is 16.5.
 * Bound: arithmetic, nine tenths of the time. Then the ends of launches, where the last thread blocks of
 * the trailing update keep a few multiprocessors busy and the next ones may not begin. For a small graph
 * (n below about 3000) the chain of panel, pivot block and block row takes longer than the trailing
 * update.
 * Limits: those of gpu/one_product.
 * Source: look-ahead is that of the LU factorization; for shortest paths: Katz and Kider 2008 order their
 * phases, that of the launches is ours. */
#include "gpu/apsp/kernels/look_ahead.cuh"

extern "C" const Variant variant_gpu_apsp_look_ahead;
const Variant variant_gpu_apsp_look_ahead = {
    .workload = "apsp",
    .name = "gpu/look_ahead",
    .idea =
        "the next round's pivot block and block row beside this trailing update, in a stream of their own",
    .source = ROUNDS_SOURCE,
    .after = "gpu/one_product",
    .types = INT32,
    .missing = rounds_missing,
    .accepts = rounds_accepts,
    .workspace = rounds_workspace,
    .open = look_ahead_open,
    .close = look_ahead_close,
    .run = look_ahead_run<LookAheadPlan>,
};
