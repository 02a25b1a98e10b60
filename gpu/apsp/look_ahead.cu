/* The next round's pivot block and block row are computed beside the rest of this one.
 *
 * The two small launches of a round leave most of the card idle, and the large one waits for them: at n 4096
 * that is a third of a round. But they need only those blocks of the round before that lie in their block row
 * and column. These strips go first, and what follows from them runs in a stream of high priority, while the
 * rest of the round fills the card (look_ahead.cuh).
 *
 * On an H200: 6.7, 13.3, 14.8, 15.1 and 15.3 Trelax/s at n 2048, 4096, 8192, 12288 and 24576,
 * before 5.7, 10.4, 13.9, 14.5 and 15.2; the ceiling is 16.5.
 *
 * What bounds it: arithmetic, nine tenths of the time. Then the ends of launches, where the last thread
 * blocks of the rest keep a few multiprocessors busy and the next ones may not begin. Where the graph is
 * small (n below about 3000), the chain of strips, pivot block and block row is longer than the rest.
 *
 * Limits: those of gpu/one_product.
 * Source: look-ahead is that of the LU factorization; for shortest paths: Katz and Kider 2008 order their
 * phases, the rest is written here. */
#include "gpu/apsp/kernels/look_ahead.cuh"

extern "C" const Variant variant_gpu_apsp_look_ahead;
const Variant variant_gpu_apsp_look_ahead = {
    .workload = "apsp",
    .name = "gpu/look_ahead",
    .idea =
        "the next round's pivot block and block row beside the rest of this one, in a stream of their own",
    .source = ROUNDS_SOURCE,
    .after = "gpu/one_product",
    .types = INT32,
    .missing = rounds_missing,
    .accepts = accepts_copies,
    .workspace = rounds_workspace,
    .open = look_ahead_open,
    .close = look_ahead_close,
    .run = look_ahead_run<LookAheadPlan>,
};
