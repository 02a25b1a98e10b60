/* The trailing update of a round in two halves on two streams: each fills the last wave of the other.
 *
 * A launch ends with a wave of thread blocks that does not fill the GPU, and the next round's launch on
 * the same stream waits for the last of them. Of an upper and a lower half, each needs only its own rows
 * of the round before and the block row of its own round, which is there already. While the lower half of
 * one round ends, the upper half of the next begins. At n 4096 a launch is three and a half waves, so half
 * a wave in four was lost.
 *
 * The panels of two rounds are apart (look_ahead.cuh): the chain then does not wait for the trailing
 * update of the round before. At n 4096 that brings 14.5 in place of 13.7 Trelax/s, and from n 8192 on
 * nothing.
 *
 * For a small graph the chain of pivot blocks and block rows bounds the time. It waits for both halves,
 * and when they are done thread blocks of the next round have its place. There the trailing update stays
 * one launch, of tiles half as wide, which fills its last wave better: 7.0 Trelax/s at n 2048, before 6.7.
 *
 * Measured on an H200: 14.5, 15.4, 15.35 and 15.4 Trelax/s at n 4096, 8192, 12288 and 24576, before 13.3,
 * 14.8, 15.1 and 15.3; the ceiling is 16.5. Register tiles of 8 x 16 cells, which read less of shared
 * memory, were slower: 15.2 at n 12288.
 * Bound: arithmetic; for a small graph the chain.
 * Limits: those of gpu/one_product.
 * Source: look_ahead.cuh. */
#include "gpu/apsp/kernels/look_ahead.cuh"

extern "C" const Variant variant_gpu_apsp_overlapped_phases;
const Variant variant_gpu_apsp_overlapped_phases = {
    .workload = "apsp",
    .name = "gpu/overlapped_phases",
    .idea = "the trailing update in two halves on two streams, each filling the other's last wave",
    .source = ROUNDS_SOURCE,
    .after = "gpu/look_ahead",
    .types = INT32,
    .missing = rounds_missing,
    .accepts = rounds_accepts,
    .workspace = rounds_workspace,
    .open = look_ahead_open,
    .close = look_ahead_close,
    .run = overlapped_phases_run,
};
