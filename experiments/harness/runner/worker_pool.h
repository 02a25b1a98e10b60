/* The worker pool: spawns worker processes, dispatches requests, supervises and reaps the workers. */
#pragma once

#include <sys/types.h>

#include "common/system/child.h"
#include "experiments/harness/runner/launch.h"
#include "experiments/harness/runner/progress.h"
#include "experiments/harness/runner/protocol.h"

typedef struct Worker {
    pid_t pid;  /* 0: none. It leads a process group, so that its children end with it. */
    int pid_fd; /* readable when the process has ended; -1 on a kernel without pidfd_open */
    int requests_fd, messages_fd;
    int listener_fd; /* of the sandbox (common/system/sandbox.h), once it has sent it; -1: none */
    StatusPage *page;
    ChildOutput output;

    Launch launch;           /* of a job of several processes: pid is the launcher's */
    bool launched;           /* it is such a job ... */
    unsigned ranks, threads; /* ... of this size ... */
    const char *bind;        /* ... bound like this (the plan's text) */
    pid_t beside;            /* the pool's other worker; 0: none */

    Request outgoing; /* `sent` bytes of it are written */
    size_t sent;
    Message incoming; /* `received` bytes of it are read */
    size_t received;

    int activity; /* at the last check, with its number ... */
    uint64_t number;
    double active_s, checked_s; /* ... how long it has lasted, and when the check was */
    double running_s, other_s;  /* since the last message: in ACTIVITY_RUNNING, and in all others */
} Worker;

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
