/* Matrix product on several GPUs: each broadcasts its rows of B to all others, by NCCL.
 *
 * The exchange of peer_copies, as programs for many machines write it: not who copies from where, but what
 * all of them do together. Rows of B go from their owner to everybody, one owner after the other; the library
 * finds the ways, and passes data on from GPU to GPU, so that an owner sends its rows once. It also works
 * where GPUs do not see each other's memory. But it moves data by kernels of its own, which must run on all
 * GPUs at once, and takes some 50 us to get them there.
 *
 * Any number of GPUs gives the bits of in_order on one, where each has more tiles than fit on it at a time.
 * What bounds it: as peer_copies, nothing is multiplied while B comes.
 * Limits: B lies on every GPU. Needs NCCL, which wants each device to be a GPU of its own.
 * Source: NVIDIA, NCCL documentation, "Collective Operations". */
#include "gpu/matmul/broadcast.cuh"

extern "C" {
extern const Variant variant_gpu_matmul_nccl_broadcast;
}
const Variant variant_gpu_matmul_nccl_broadcast = {
    .workload = "matmul",
    .name = "gpu/nccl_broadcast",
    .idea = "several GPUs have some rows each; every one broadcasts its rows of B to all, by NCCL",
    .source = "NVIDIA, NCCL documentation: Collective Operations",
    .after = "gpu/peer_copies",
    .types = INT32 | FLOAT32,
    .axes = AXIS_DEVICES,
    .flags = VARIANT_DISTINCT,
    .missing = broadcast_missing,
    .workspace = panels_workspace,
    .describe = gpu_nccl_describe,
    .open = broadcast_open,
    .close = broadcast_close,
    .run = broadcast_run,
};
