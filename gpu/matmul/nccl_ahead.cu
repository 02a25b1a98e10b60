/* Matrix product on several GPUs: a panel of B is broadcast while those before are multiplied.
 *
 * In nccl_broadcast nothing is multiplied until all of B is there. But a column of the result needs a column
 * of B only: so B comes in panels of columns, and as soon as the first is there it is multiplied, while the
 * second comes, and so on. The first is narrow, the others are each as wide as all before, up to a quarter of
 * B. Products take turns on two streams, so that one fills the last wave of the other.
 *
 * A broadcast takes memory that lies in one piece, and rows of a panel do not: an owner first copies its rows
 * of the panel to a place where they lie one behind the other, and everybody copies the whole panel from
 * there to where its columns are in B. NCCL's kernels need multiprocessors, which the product has: in a
 * stream of high priority they get those that are free next, on all GPUs, one after the other.
 *
 * Any number of GPUs gives the bits of in_order on one, where each has more tiles than fit on it at a time;
 * where it has less there is one panel, and nothing is ahead.
 * What bounds it: multiprocessors that NCCL's kernels take from the product, and keep while they wait for
 * those of the other GPUs.
 * Limits: B lies on every GPU, and a panel of it twice. Needs NCCL, which wants each device to be a GPU of
 * its own. Source: NVIDIA, NCCL documentation, "Collective Operations"; NVIDIA, CUDA C++ Programming Guide,
 * "Overlapping Data Transfers". */
#include "gpu/matmul/broadcast_ahead.cuh"

extern "C" {
extern const Variant variant_gpu_matmul_nccl_ahead;
}
const Variant variant_gpu_matmul_nccl_ahead = {
    .workload = "matmul",
    .name = "gpu/nccl_ahead",
    .idea = "panels of B are broadcast by NCCL while those before are multiplied, in turns on two streams",
    .source = "NVIDIA, NCCL documentation; NVIDIA, CUDA C++ Programming Guide: Overlapping Data Transfers",
    .after = "gpu/nccl_broadcast",
    .types = INT32 | FLOAT32,
    .axes = AXIS_DEVICES,
    .flags = VARIANT_DISTINCT,
    .missing = broadcast_missing,
    .workspace = broadcast_ahead_workspace,
    .describe = gpu_nccl_describe,
    .open = broadcast_ahead_open,
    .close = broadcast_ahead_close,
    .run = broadcast_ahead_run,
};
