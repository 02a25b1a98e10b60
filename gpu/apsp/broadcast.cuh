/* Rounds whose closed block row goes to all GPUs by a broadcast of NCCL: what gpu/nccl_broadcast and
 * gpu/ranks_broadcast share. The idea is told in gpu/nccl_broadcast; a process enqueues what its own GPUs do.
 */
#ifndef SPEEDUP_GPU_APSP_BROADCAST_CUH
#define SPEEDUP_GPU_APSP_BROADCAST_CUH

#include "gpu/apsp/dealt.cuh"
#include "gpu/nccl.h"

/* A task's handle is a NcclTeam. Of one GPU alone it is a LookAhead. */
static inline void broadcast_close(Task *task)
{
    if (dealt_to_one(task->point)) {
        look_ahead_close(task);
        return;
    }
    gpu_nccl_close((NcclTeam *)task->handle);
    task->handle = NULL;
}

static inline int broadcast_open(Task *task)
{
    if (dealt_to_one(task->point)) {
        return look_ahead_open(task);
    }
    NcclTeam *nccl;
    const int result = gpu_nccl_open(task, &nccl);
    task->handle = nccl;
    return result;
}

static inline int broadcast_row(const Team *team, const NcclTeam *nccl, unsigned number)
{
    void *rows[MOST_DEVICES], *streams[MOST_DEVICES];
    for (unsigned d = 0; d < team->own; d++) {
        rows[d] = team_row(team, d, number);
        streams[d] = team->parts[d].stream;
    }
    return gpu_nccl_broadcast(team->task, nccl, team_owner(team, number), rows, streams,
                              team_row_bytes(team));
}

static inline int broadcast_round(const Team *team, const NcclTeam *nccl, unsigned number)
{
    for (unsigned d = 0; d < team->own; d++) {
        if (team_begin(team, d, number) != 0) {
            return -1;
        }
    }
    if (broadcast_row(team, nccl, number) != 0) {
        return -1;
    }
    for (unsigned d = 0; d < team->own; d++) {
        if (team_rest(team, d, number) != 0) {
            return -1;
        }
    }
    return 0;
}

static inline int broadcast_run(const Task *task)
{
    if (dealt_to_one(task->point)) {
        return filled_waves_run(task);
    }
    const Team team = team_of(task);
    if (team_fill(&team) != 0) {
        return -1;
    }
    for (unsigned round = 0; round < team_rounds(&team); round++) {
        if (broadcast_round(&team, (const NcclTeam *)task->handle, round) != 0) {
            return -1;
        }
    }
    return team_return(&team);
}

#endif
