/* The worker pool: dispatches batches to worker processes and receives their results. */
#pragma once

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
