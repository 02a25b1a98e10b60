/* The plans of gpu/overlapped_phases, the fastest rung on one GPU: the rungs for several GPUs use it on
 * one. */
#pragma once

#include "gpu/apsp/kernels/look_ahead.cuh"

typedef RoundPlan<WideTile, NarrowTile, 2, 2> OverlappedPhasesPlan;
typedef RoundPlan<NarrowTile, NarrowTile, 1, 1> SmallGraphPlan;

enum { HALVED_FROM = 3000 }; /* vertices */

static inline int overlapped_phases_run(const Task *task)
{
    return task->point->n < HALVED_FROM ? look_ahead_run<SmallGraphPlan>(task)
                                        : look_ahead_run<OverlappedPhasesPlan>(task);
}
