/* Skip: points that a variant rejects or that are predicted to take too long get a row without a sample. */
#pragma once

#include "experiments/harness/runner/sweep_state.h"
#include "experiments/harness/runner/worker_pool.h"

/* Must sweep->planned be skipped? Runs it at smaller sizes if it might take too long. 1: *result is the
 * outcome to record; 0: no; -1 and an error. */
int skip_point(Sweep *sweep, WorkerPool *pool, Result *result, Error *error);
