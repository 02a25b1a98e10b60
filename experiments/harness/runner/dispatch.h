/* Dispatch: has a worker of the pool measure a batch of a point, and receives its results. */
#pragma once

#include "experiments/harness/runner/sweep.h"
#include "experiments/harness/runner/worker_process.h"

/* The GPU's worker serves a round, and a job of ranks while requests say that it stays. On the CPU each batch
 * has its own worker. */
typedef struct WorkerPool {
    Worker gpu, ranks;
} WorkerPool;

typedef struct ResultHandler {
    int (*on_result)(void *context, const Result *result, Error *error); /* -1 ends the batch and the run */
    Progress *progress;                                                  /* drawn while waiting; NULL: none */
    void *context;
} ResultHandler;

/* Has a worker, bound as planned, or a job of ranks carry out the request, and passes every result to the
 * handler. A worker that dies, hangs or violates the protocol yields a last result with status failed or
 * timeout. 0 when the batch is over; -1 when the handler failed, the run was interrupted (error->text empty)
 * or no worker can be started. */
int worker_pool_run(WorkerPool *pool, const Request *request, const PlanPoint *planned,
                    const ResultHandler *handler, Error *error);

/* Ends all workers. */
void worker_pool_dismiss(WorkerPool *pool);

/* Checks the sandbox: with --sandbox, points that cannot run in it are to be skipped, and a machine without
 * it is an error; plug-ins without it are noted in the plan. 0, or -1 and an error. */
int dispatch_check_sandbox(const RunOptions *options, Plan *plan, Error *error);

/* The request for a batch of a point, without a trace and the file for its output. */
Request dispatch_request(const PlanPoint *planned);

/* Measures a batch of sweep->planned, again if its worker is killed. 0, or -1 and an error (empty when
 * interrupted). */
int dispatch_batch(Sweep *sweep, WorkerPool *pool, const ResultHandler *handler, Error *error);
