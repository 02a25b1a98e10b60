/* Schedule: which points a round measures, in which order, and when the sweep must end. */
#pragma once

#include "experiments/harness/runner/sweep_state.h"

/* The number of batches that the point is expected to need still. */
size_t schedule_batches_left(const PlanPoint *planned, const PointState *state);

/* Does a point lack the samples of the round that others have? A run was interrupted within it, or a worker
 * ended. Then the sweep continues that round in its order. */
bool schedule_is_within_round(const Sweep *sweep);

/* Fills order[plan->count] with the points of the round sweep->round and begins it in the progress display.
 * The number of points. */
size_t schedule_round(Sweep *sweep, size_t *order);

/* Would a batch as long as the longest so far end after the time limit? */
bool schedule_is_late(const Sweep *sweep);
