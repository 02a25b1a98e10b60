/* A product of which everybody's rows of B are broadcast to all by NCCL: what gpu/nccl_broadcast and
 * gpu/ranks_broadcast share. The idea is told in gpu/nccl_broadcast; a process enqueues what its own GPUs do.
 */
#ifndef SPEEDUP_GPU_MATMUL_BROADCAST_CUH
#define SPEEDUP_GPU_MATMUL_BROADCAST_CUH

#include "gpu/matmul/nccl_panel.cuh"

static inline int broadcast_open(Task *task)
{
    NcclTeam *team = NULL;
    const int result = gpu_nccl_open(task, &team);
    task->handle = team;
    return result;
}

static inline void broadcast_close(Task *task)
{
    gpu_nccl_close((NcclTeam *)task->handle);
    task->handle = NULL;
}

/* All of B, to all devices, on their streams. */
static inline int broadcast_gather(const Task *task, const Panels *panels)
{
    const RelayPanel all = {0, panels->n};
    void *to[MOST_DEVICES], *streams[MOST_DEVICES];
    for (unsigned d = 0; d < panels->own; d++) {
        to[d] = panels_b(task, panels, d, 0, 0);
        streams[d] = task->parts[d].stream;
    }
    return nccl_panel(task, panels, (const NcclTeam *)task->handle, all, to, streams);
}

static inline int broadcast_run(const Task *task)
{
    const Panels panels = panels_of(task->point);
    if (panels.devices > 1 && broadcast_gather(task, &panels) != 0) {
        return -1;
    }
    for (unsigned d = 0; d < panels.own && task->parts[d].rows > 0; d++) {
        if (part_enter(task, d) != 0 || panels_multiply_all(task, &panels, d) != 0) {
            return -1;
        }
    }
    return 0;
}

#endif
