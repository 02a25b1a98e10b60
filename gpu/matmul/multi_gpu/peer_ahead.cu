/* Matrix product on several GPUs: a panel of B is copied from the others while the panels before it are
 * multiplied.
 *
 * In peer_copies no GPU multiplies until all of B has arrived. But a column of the result needs one column of
 * B only. So B arrives in panels of columns, by copy engines, which take nothing from the multiprocessors.
 * The first panel is multiplied as soon as it has arrived, while the second is copied, and so on. The first
 * is narrow, the others are each as wide as all before; the link delivers several panels in the time of a
 * panel's product, so only the first is waited for.
 *
 * A panel's product ends with a wave of thread blocks that does not fill the GPU, and the next one would wait
 * for its last tile. So products alternate between two streams, and each fills the last wave of the other.
 *
 * A GPU that has fewer than two tiles for each multiprocessor has one panel, and no overlap.
 * Bound: as mbarrier_pipeline; the copy of the first panel, where n is small.
 * Limits: B lies on every GPU. All GPUs must reach each other's memory.
 * Source: NVIDIA, CUDA C++ Programming Guide, "Overlapping Data Transfers" and "Peer-to-Peer Memory Access".
 */
#include "gpu/matmul/multi_gpu/panels.cuh"

static int run(const Task *task)
{
    const Panels panels = panels_of(task->point);
    return ahead_run(task, &panels, ahead_fetch_peers, ahead_multiply);
}

extern "C" const Variant variant_gpu_matmul_peer_ahead;
const Variant variant_gpu_matmul_peer_ahead = {
    .workload = "matmul",
    .name = "gpu/peer_ahead",
    .idea = "panels of B are copied from the other GPUs while those before are multiplied, alternating "
            "between two streams",
    .source = "NVIDIA, CUDA C++ Programming Guide: Overlapping Data Transfers",
    .after = "gpu/nccl_ahead",
    .types = INT32 | FLOAT32,
    .axes = AXIS_DEVICES,
    .missing = gpu_cp_async_missing,
    .workspace = panels_workspace,
    .open = ahead_open,
    .close = ahead_close,
    .run = run,
};
