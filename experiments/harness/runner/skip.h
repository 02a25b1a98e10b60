/* Skip: points that a variant rejects or that are predicted to take too long get a row without a sample. */
#ifndef SPEEDUP_SKIP_H
#define SPEEDUP_SKIP_H

#include "experiments/harness/runner/sweep_state.h"
#include "experiments/harness/runner/worker_pool.h"

/* Runs sweep->planned at smaller sizes if it might take too long and no smaller size is known. 0, or -1 and
 * an error. */
int skip_probe(Sweep *sweep, WorkerPool *pool, Error *error);

/* Must sweep->planned be skipped? Then *result is the outcome to record. */
bool skip_point(const Sweep *sweep, Result *result);

#endif
