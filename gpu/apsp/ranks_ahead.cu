/* GPUs of several processes: the next round's row is computed and broadcast beside the rest of this one.
 *
 * The rounds of gpu/nccl_ahead, enqueued by each process for its own GPU (gpu/ranks_broadcast). What
 * look-ahead hides is the way of a row to all GPUs, and between machines that is longer than within one.
 *
 * What bounds it: arithmetic, as long as a row arrives while the rest of a round is worked on: 128 n words
 * are sent to all in each round, beside 128 n^2 relaxations that the GPUs share.
 *
 * Limits: those of gpu/nccl_broadcast; a GPU for each process.
 * Source: dealt_ahead.cuh; NVIDIA, NCCL documentation, "Creating a Communicator". */
#include "gpu/apsp/broadcast_ahead.cuh"

extern "C" {
extern const Variant variant_gpu_apsp_ranks_ahead;
}

const Variant variant_gpu_apsp_ranks_ahead = {
    .workload = "apsp",
    .name = "gpu/ranks_ahead",
    .idea =
        "a GPU in each of several processes: the next row is computed and broadcast beside this round's rest",
    .source = DEALT_SOURCE "; NCCL documentation",
    .after = "gpu/ranks_broadcast",
    .types = INT32,
    .axes = AXIS_RANKS,
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
