/* Panels of B that are broadcast by NCCL while those before are multiplied: what gpu/nccl_ahead and
 * gpu/ranks_ahead share. The idea is told in gpu/nccl_ahead; a process enqueues what its own GPUs do. */
#ifndef SPEEDUP_GPU_MATMUL_BROADCAST_AHEAD_CUH
#define SPEEDUP_GPU_MATMUL_BROADCAST_AHEAD_CUH

#include <stdlib.h>

#include "gpu/matmul/ahead.cuh"
#include "gpu/matmul/nccl_panel.cuh"

/* A task's handle. */
typedef struct BroadcastAhead {
    Ahead ahead;
    NcclTeam *team;
} BroadcastAhead;

/* Elements of the place where a panel is in one piece, if there is more than one. */
static inline size_t broadcast_staged(const Panels *panels)
{
    const size_t widest =
        size_min(panels->n,
                 panels->first_columns > panels->most_columns ? panels->first_columns : panels->most_columns);
    return panels->first_columns == panels->n ? 0 : size_mul(panels->n, widest);
}

static inline size_t broadcast_ahead_workspace(const Point *point)
{
    const Panels panels = panels_of(point);
    return size_add(size_round_up(panels_workspace(point), PANELS_STEP),
                    size_mul(broadcast_staged(&panels), PANELS_ELEMENT));
}

/* Device `d`'s. */
static inline void *broadcast_stage(const Task *task, const Panels *panels, unsigned d)
{
    const size_t before = size_round_up(panels->b_bytes + panels->relay_bytes, PANELS_STEP);
    return (char *)task->parts[d].workspace + before;
}

/* From the place in one piece to B. */
static inline int broadcast_spread(const Task *task, const Panels *panels, RelayPanel panel, unsigned d,
                                   cudaStream_t stream)
{
    const size_t width = panel.columns * PANELS_ELEMENT, pitch = panels->n * PANELS_ELEMENT;
    return GPU_CHECK(task, cudaMemcpy2DAsync(panels_b(task, panels, d, 0, panel.first), pitch,
                                             broadcast_stage(task, panels, d), width, width, panels->n,
                                             cudaMemcpyDefault, stream));
}

/* The place is free for the next panel when this one has been copied from it: the same stream does both. */
static inline int broadcast_fetch(const Task *task, const Panels *panels, RelayPanel panel)
{
    const BroadcastAhead *handle = (const BroadcastAhead *)task->handle;
    const bool is_whole = panel.columns == panels->n; /* and in one piece as it is */
    void *to[MOST_DEVICES], *streams[MOST_DEVICES];
    for (unsigned d = 0; d < panels->own; d++) {
        to[d] = is_whole ? panels_b(task, panels, d, 0, 0) : broadcast_stage(task, panels, d);
        streams[d] = handle->ahead.device[d].come[0];
    }
    if (nccl_panel(task, panels, handle->team, panel, to, streams) != 0) {
        return -1;
    }
    for (unsigned d = 0; d < panels->own; d++) {
        if (part_enter(task, d) != 0 ||
            (!is_whole && broadcast_spread(task, panels, panel, d, (cudaStream_t)streams[d]) != 0) ||
            ahead_arrived(task, &handle->ahead, d) != 0) {
            return -1;
        }
    }
    return 0;
}

static inline int broadcast_ahead_run(const Task *task)
{
    const Panels panels = panels_of(task->point);
    const BroadcastAhead *handle = (const BroadcastAhead *)task->handle;
    return ahead_run(task, handle != NULL ? &handle->ahead : NULL, &panels, broadcast_fetch, ahead_multiply);
}

static inline void broadcast_ahead_close(Task *task)
{
    BroadcastAhead *handle = (BroadcastAhead *)task->handle;
    if (handle != NULL) {
        gpu_nccl_close(handle->team);
        ahead_close(&handle->ahead);
    }
    free(handle);
    task->handle = NULL;
}

/* NCCL comes first: over processes all wait for each other there. */
static inline int broadcast_ahead_open(Task *task)
{
    BroadcastAhead *handle = (BroadcastAhead *)calloc(1, sizeof *handle);
    task->handle = handle;
    if (handle == NULL) {
        return error_set(task->error, "no memory for the streams of a task");
    }
    if (gpu_nccl_open(task, &handle->team) != 0 || ahead_open(task, &handle->ahead) != 0) {
        broadcast_ahead_close(task);
        return -1;
    }
    return 0;
}

#endif
