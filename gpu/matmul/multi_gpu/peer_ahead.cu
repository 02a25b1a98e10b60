/* Matrix product on several GPUs: a panel of B comes from the others while those before are multiplied.
 *
 * In peer_copies nothing is multiplied until all of B is there. But a column of the result needs a column of
 * B only: so B comes in panels of columns, by copy engines, which take nothing from the multiprocessors, and
 * as soon as the first panel is there it is multiplied, the second comes meanwhile, and so on. The first is
 * narrow, the others are each as wide as all before; the link brings in the time of a panel's product several
 * times as much, so only the first is waited for.
 *
 * A panel's product ends with a wave of thread blocks that does not fill the card, and the next one would
 * wait for its last tile. So products take turns on two streams: what the one leaves free the next fills. All
 * panels together are as many whole waves, as stream_k_ordered's cuts lie in the first.
 *
 * The bits are those of stream_k_ordered on one GPU, where each GPU has more tiles than fit on it at a time;
 * where it has less there is one panel, and nothing is ahead. One GPU has all of B, and it is
 * stream_k_ordered. What bounds it: as stream_k_ordered; the copy of the first panel, which counts where n is
 * small. Limits: B lies on every GPU. GPUs that cannot reach each other's memory cannot do it. Source:
 * NVIDIA, CUDA C++ Programming Guide, "Overlapping Data Transfers" and "Peer-to-Peer Memory Access".
 */
#include <stdlib.h>

#include "gpu/matmul/multi_gpu/peers.cuh"

static int fetch(const Task *task, const Panels *panels, OrderedPanel panel)
{
    return peers_fetch(task, (const Ahead *)task->handle, panels, panel);
}

static int run(const Task *task)
{
    const Panels panels = panels_of(task->point);
    return ahead_run(task, (const Ahead *)task->handle, &panels, fetch, ahead_multiply);
}

static void close_streams(Task *task)
{
    Ahead *ahead = (Ahead *)task->handle;
    if (ahead != NULL) {
        ahead_close(ahead);
    }
    free(ahead);
    task->handle = NULL;
}

static int open_streams(Task *task)
{
    Ahead *ahead = (Ahead *)calloc(1, sizeof *ahead);
    task->handle = ahead;
    if (ahead == NULL) {
        return error_set(task->error, "no memory for the streams of a task");
    }
    if (ahead_open(task, ahead) != 0) {
        close_streams(task);
        return -1;
    }
    return 0;
}

extern "C" {
extern const Variant variant_gpu_matmul_peer_ahead;
}
const Variant variant_gpu_matmul_peer_ahead = {
    .workload = "matmul",
    .name = "gpu/peer_ahead",
    .idea = "panels of B come from the other GPUs while those before are multiplied, in turns on two streams",
    .source = "NVIDIA, CUDA C++ Programming Guide: Overlapping Data Transfers",
    .after = "gpu/nccl_ahead",
    .types = INT32 | FLOAT32,
    .axes = AXIS_DEVICES,
    .missing = ordered_missing,
    .workspace = panels_workspace,
    .open = open_streams,
    .close = close_streams,
    .run = run,
};
