/* Dealt rounds whose next block row is broadcast by NCCL beside the rest of this one: what gpu/nccl_ahead and
 * gpu/ranks_ahead share. The idea is told in gpu/nccl_ahead; a process enqueues what its own GPUs do. */
#ifndef SPEEDUP_GPU_APSP_BROADCAST_AHEAD_CUH
#define SPEEDUP_GPU_APSP_BROADCAST_AHEAD_CUH

#include "gpu/apsp/dealt_ahead.cuh"

struct BroadcastAheadPlan {
    typedef Tile<Single, 2, 2, 16, 2> RestTile;
    typedef Tile<Single, 2, 1, 16, 4> AheadTile;
    enum : unsigned { HALVES = 1, AHEAD = 1 };
};

/* On the chains, behind the row of the round before. */
static inline int broadcast_ahead_row(const TeamStreams *streams, unsigned round)
{
    const Team *team = &streams->team;
    void *rows[MOST_DEVICES], *chains[MOST_DEVICES];
    for (unsigned d = 0; d < team->own; d++) {
        rows[d] = team_row(team, d, round);
        chains[d] = streams->of[d].chain.stream;
    }
    if (gpu_nccl_broadcast(team->task, streams->nccl, team_owner(team, round), rows, chains,
                           team_row_bytes(team)) != 0) {
        return -1;
    }
    for (unsigned d = 0; d < team->own; d++) {
        if (row_has_come(streams, d) != 0) {
            return -1;
        }
    }
    return 0;
}

/* NCCL comes first: over processes all wait for each other there. */
static inline int broadcast_ahead_open(Task *task)
{
    NcclTeam *nccl = NULL;
    if (!dealt_to_one(task->point) && gpu_nccl_open(task, &nccl) != 0) {
        return -1;
    }
    if (team_ahead_open(task) != 0) {
        gpu_nccl_close(nccl);
        return -1;
    }
    if (nccl != NULL) {
        ((TeamAhead *)task->handle)->nccl = nccl;
    }
    return 0;
}

static inline int broadcast_ahead_run(const Task *task)
{
    return dealt_to_one(task->point) ? filled_waves_run(task)
                                     : team_ahead_run<BroadcastAheadPlan>(task, broadcast_ahead_row);
}

#endif
