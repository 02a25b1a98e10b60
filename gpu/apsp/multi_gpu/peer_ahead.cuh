/* The plans of gpu/peer_ahead and its copies of a row, for gpu/graph_ahead too, which enqueues them once. */
#pragma once

#include "gpu/apsp/multi_gpu/block_cyclic_ahead.cuh"

/* The tiles of gpu/overlapped_phases. The second strips of its large plan would be one more launch on each
 * GPU. */
typedef RoundPlan<WideTile, NarrowTile, 2, 1> HalvesPlan;

/* The owner's chain records the row, and all others' chains pull it. */
static inline int pull(const Team *team, unsigned round)
{
    const unsigned owner = team_owner(team, round);
    if (row_has_come(team, owner) != 0) {
        return -1;
    }
    for (unsigned d = 0; d < team->devices; d++) {
        const Task *chain = &team->of[d].chain;
        if (d != owner && (wait_for(chain, team->of[owner].events.row_is_closed) != 0 ||
                           team_pull(team, chain, d, round) != 0 || row_has_come(team, d) != 0)) {
            return -1;
        }
    }
    return 0;
}

/* Also on one GPU. */
static inline int peer_ahead_run(const Task *task)
{
    const double n = (double)task->point->n;
    if (is_on_one_gpu(task->point)) {
        return overlapped_phases_run(task);
    }
    return n * n / task->point->devices < (double)HALVED_FROM * HALVED_FROM
               ? team_ahead_run<SmallGraphPlan>(task, pull)
               : team_ahead_run<HalvesPlan>(task, pull);
}
