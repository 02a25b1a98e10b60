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
#include "gpu/matmul/nccl_panel.cuh"

static const char *missing(void)
{
    const char *reason = relay_missing();
    return reason != NULL ? reason : gpu_nccl_missing();
}

static int open_team(Task *task)
{
    NcclTeam *team = NULL;
    const int result = gpu_nccl_open(task, &team);
    task->handle = team;
    return result;
}

static void close_team(Task *task)
{
    gpu_nccl_close((NcclTeam *)task->handle);
    task->handle = NULL;
}

/* All of B, to all devices, on their streams. */
static int gather(const Task *task, const Panels *panels)
{
    const RelayPanel all = {0, panels->n};
    void *to[MOST_DEVICES], *streams[MOST_DEVICES];
    for (unsigned d = 0; d < panels->devices; d++) {
        to[d] = panels_b(task, panels, d, 0, 0);
        streams[d] = task->parts[d].stream;
    }
    return nccl_panel(task, panels, (const NcclTeam *)task->handle, all, to, streams);
}

static int run(const Task *task)
{
    const Panels panels = panels_of(task->point);
    if (panels.devices > 1 && gather(task, &panels) != 0) {
        return -1;
    }
    for (unsigned d = 0; d < panels.devices && task->parts[d].rows > 0; d++) {
        if (part_enter(task, d) != 0 || panels_multiply_all(task, &panels, d) != 0) {
            return -1;
        }
    }
    return 0;
}

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
    .missing = missing,
    .workspace = panels_workspace,
    .describe = gpu_nccl_describe,
    .open = open_team,
    .close = close_team,
    .run = run,
};
