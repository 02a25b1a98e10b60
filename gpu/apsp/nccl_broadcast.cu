/* The closed block row goes to all GPUs by a broadcast of NCCL.
 *
 * A broadcast sends the row from GPU to GPU in small pieces: each passes on what it has got while more comes,
 * so that the owner's links carry it once, not once for each of the others. NCCL also knows how the GPUs are
 * linked, and no event is needed, as a broadcast is on its way when all GPUs' streams have come to it.
 *
 * What it costs: NCCL copies by kernels, which take some multiprocessors and end only when the slowest GPU
 * has come; few GPUs with fast links between all of them gain little by a chain.
 *
 * What bounds it: as in gpu/peer_copies all wait for the owner.
 *
 * Limits: those of gpu/one_product; NCCL, and as many GPUs as devices.
 * Source: dealt.cuh; NVIDIA, NCCL documentation. */
#include "gpu/apsp/broadcast.cuh"

extern "C" {
extern const Variant variant_gpu_apsp_nccl_broadcast;
}

const Variant variant_gpu_apsp_nccl_broadcast = {
    .workload = "apsp",
    .name = "gpu/nccl_broadcast",
    .idea = "each round's closed row goes from GPU to GPU by a broadcast of NCCL",
    .source = DEALT_SOURCE "; NCCL documentation",
    .after = "gpu/peer_copies",
    .types = INT32,
    .axes = AXIS_DEVICES,
    .flags = VARIANT_DISTINCT,
    .missing = broadcast_missing,
    .accepts = rounds_accept,
    .workspace = dealt_workspace,
    .block_rows = dealt_rows,
    .describe = gpu_nccl_describe,
    .open = broadcast_open,
    .close = broadcast_close,
    .run = broadcast_run,
};
