/* Matrix product on GPUs of several processes, on one machine or many: each broadcasts its rows of B to all.
 *
 * nccl_broadcast, as a job of many processes runs it: each has one GPU with its rows of A, of B and of the
 * result, and enqueues what that GPU does; what they do together NCCL does, by the links within a machine and
 * by the network between machines.
 *
 * Any number of GPUs gives the bits of in_order on one, where each has more tiles than fit on it at a time.
 * What bounds it: nothing is multiplied while B comes, and every GPU gets all of it: n^2 elements for 2 n^3 /
 * P operations, so that P processes want n to grow with P. Limits: B lies on every GPU. A GPU for each
 * process; NCCL. Source: NVIDIA, NCCL documentation, "Creating a Communicator", "Collective Operations". */
#include "gpu/matmul/broadcast.cuh"

extern "C" {
extern const Variant variant_gpu_matmul_ranks_broadcast;
}
const Variant variant_gpu_matmul_ranks_broadcast = {
    .workload = "matmul",
    .name = "gpu/ranks_broadcast",
    .idea = "a GPU in each of several processes has some rows; every one broadcasts its rows of B to all, by "
            "NCCL",
    .source = "NVIDIA, NCCL documentation: Collective Operations",
    .after = "gpu/nccl_broadcast",
    .types = INT32 | FLOAT32,
    .axes = AXIS_RANKS,
    .flags = VARIANT_DISTINCT,
    .missing = broadcast_missing,
    .workspace = panels_workspace,
    .describe = gpu_nccl_describe,
    .open = broadcast_open,
    .close = broadcast_close,
    .run = broadcast_run,
};
