/* Dispatch: has a worker measure a batch of a point. */
#pragma once

#include "experiments/harness/runner/sweep.h"
#include "experiments/harness/runner/worker_pool.h"

/* Checks the sandbox: with --sandbox, points that cannot run in it are to be skipped, and a machine without
 * it is an error; plug-ins without it are noted in the plan. 0, or -1 and an error. */
int dispatch_check_sandbox(const RunOptions *options, Plan *plan, Error *error);

/* The request for a batch of a point, without a trace and the file for its output. */
Request dispatch_request(const PlanPoint *planned);

/* Measures a batch of sweep->planned, again if its worker is killed. 0, or -1 and an error (empty when
 * interrupted). */
int dispatch_batch(Sweep *sweep, WorkerPool *pool, const ResultHandler *handler, Error *error);
