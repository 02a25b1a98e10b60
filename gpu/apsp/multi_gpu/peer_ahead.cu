/* Look-ahead with peer copies in place of broadcasts, and the trailing update in two halves.
 *
 * A broadcast's kernels take multiprocessors from the trailing update, and hold them until the slowest GPU
 * has arrived. Copy engines take none: each GPU pulls the next block row out of its owner's memory when
 * the owner has recorded that it is closed, beside the trailing update.
 *
 * The ends of launches remain: with n^2 / devices cells a GPU they are as many as before and weigh as much
 * more. So the trailing update is in an upper and a lower half of the GPU's own block rows, on two
 * streams: each fills the other's last wave (gpu/overlapped_phases).
 *
 * Bound: arithmetic. For a small graph the chain of panel, pivot block, block row and copy, and the host,
 * which in a round enqueues 18 calls for the owner and 13 for each other GPU. There the trailing update is
 * one launch of narrow tiles, as in gpu/overlapped_phases.
 * Limits: those of gpu/peer_copies.
 * Source: block_cyclic.cuh; the halves: gpu/overlapped_phases. */
#include "gpu/apsp/multi_gpu/block_cyclic.cuh"

extern "C" const Variant variant_gpu_apsp_peer_ahead;
const Variant variant_gpu_apsp_peer_ahead = {
    .workload = "apsp",
    .name = "gpu/peer_ahead",
    .idea = "the next round's row is computed and copied beside this trailing update, which is in two halves",
    .source = BLOCK_CYCLIC_SOURCE,
    .after = "gpu/nccl_ahead",
    .types = INT32,
    .axes = AXIS_DEVICES,
    .missing = rounds_missing,
    .accepts = rounds_accepts,
    .workspace = block_cyclic_workspace,
    .block_rows = block_cyclic_rows,
    .open = look_ahead_open,
    .close = look_ahead_close,
    .run = peer_ahead_run,
};
