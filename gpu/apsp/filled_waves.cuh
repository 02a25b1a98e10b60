/* The plans of gpu/filled_waves, which is the fastest way on one GPU: what rungs for several do when there is
 * one. */
#ifndef SPEEDUP_GPU_APSP_FILLED_WAVES_CUH
#define SPEEDUP_GPU_APSP_FILLED_WAVES_CUH

#include "gpu/apsp/look_ahead.cuh"

struct FilledWavesPlan {
    typedef Tile<Single, 2, 2, 16, 2> RestTile;
    typedef Tile<Single, 2, 1, 16, 4> AheadTile;
    enum : unsigned { HALVES = 2, AHEAD = 2 };
};

struct SmallGraphPlan {
    typedef Tile<Single, 2, 1, 16, 4> RestTile;
    typedef Tile<Single, 2, 1, 16, 4> AheadTile;
    enum : unsigned { HALVES = 1, AHEAD = 1 };
};

enum { HALVED_FROM = 3000 }; /* vertices */

static inline int filled_waves_run(const Task *task)
{
    return task->point->n < HALVED_FROM ? look_ahead_run<SmallGraphPlan>(task)
                                        : look_ahead_run<FilledWavesPlan>(task);
}

#endif
