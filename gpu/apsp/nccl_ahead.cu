/* The next round's block row is computed and broadcast while all GPUs work on the rest of this one.
 *
 * In gpu/nccl_broadcast all wait for the owner in every round, and then for the broadcast. As on one GPU
 * (gpu/look_ahead), the next round can begin when its block row and column, the strips, have had this round.
 * So they go first, on all GPUs; the next owner closes its pivot block and computes the row in a stream of
 * high priority, and the broadcast follows in that stream, all beside the rest of the round
 * (dealt_ahead.cuh).
 *
 * What bounds it: arithmetic, but for what the broadcast's own kernels take of it; the ends of launches, as
 * in gpu/look_ahead; of a small graph the chain of strips, pivot block, block row and broadcast.
 *
 * Limits: those of gpu/nccl_broadcast.
 * Source: dealt_ahead.cuh; look-ahead as in gpu/look_ahead. */
#include "gpu/apsp/broadcast_ahead.cuh"

extern "C" {
extern const Variant variant_gpu_apsp_nccl_ahead;
}

const Variant variant_gpu_apsp_nccl_ahead = {
    .workload = "apsp",
    .name = "gpu/nccl_ahead",
    .idea = "the next round's row is computed and broadcast by NCCL beside the rest of this one",
    .source = DEALT_SOURCE "; NCCL documentation",
    .after = "gpu/nccl_broadcast",
    .types = INT32,
    .axes = AXIS_DEVICES,
    .flags = VARIANT_DISTINCT,
    .missing = broadcast_missing,
    .accepts = rounds_accept,
    .workspace = dealt_workspace,
    .block_rows = dealt_rows,
    .describe = gpu_nccl_describe,
    .open = broadcast_ahead_open,
    .close = team_ahead_close,
    .run = broadcast_ahead_run,
};
