/* Matrix product on GPUs of several processes: a panel of B is broadcast while those before are multiplied.
 *
 * The panels and streams of nccl_ahead, enqueued by each process for its own GPU (ranks_broadcast). Between
 * machines B takes longer to come than within one, and there is more to hide.
 *
 * Any number of GPUs gives the bits of in_order on one, where each has more tiles than fit on it at a time.
 * What bounds it: the network, where a panel takes longer than the product of those before it;
 * multiprocessors that NCCL's kernels take from the product. Limits: B lies on every GPU, and a panel of it
 * twice. A GPU for each process; NCCL. Source: NVIDIA, NCCL documentation, "Creating a Communicator",
 * "Collective Operations". */
#include "gpu/matmul/broadcast_ahead.cuh"

extern "C" {
extern const Variant variant_gpu_matmul_ranks_ahead;
}
const Variant variant_gpu_matmul_ranks_ahead = {
    .workload = "matmul",
    .name = "gpu/ranks_ahead",
    .idea = "a GPU in each of several processes: panels of B are broadcast while those before are multiplied",
    .source = "NVIDIA, NCCL documentation; NVIDIA, CUDA C++ Programming Guide: Overlapping Data Transfers",
    .after = "gpu/ranks_broadcast",
    .types = INT32 | FLOAT32,
    .axes = AXIS_RANKS,
    .flags = VARIANT_DISTINCT,
    .missing = broadcast_missing,
    .workspace = broadcast_ahead_workspace,
    .describe = gpu_nccl_describe,
    .open = broadcast_ahead_open,
    .close = broadcast_ahead_close,
    .run = broadcast_ahead_run,
};
