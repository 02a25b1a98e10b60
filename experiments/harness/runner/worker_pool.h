/* The parent's side of the workers: starts them, feeds them, watches them, buries them. */
#ifndef SPEEDUP_WORKER_POOL_H
#define SPEEDUP_WORKER_POOL_H

#include <sys/types.h>

#include "experiments/harness/runner/launch.h"
#include "experiments/harness/runner/protocol.h"

typedef struct Worker {
    pid_t pid;  /* 0: none. It leads a process group, so that what it forked ends with it. */
    int pid_fd; /* readable when the process ended; -1 on a kernel that has none */
    int orders_fd, messages_fd;
    Stage *stage;

    Launch launch;           /* of a job of several processes: pid is its launcher's */
    bool launched;           /* it is such a job ... */
    unsigned ranks, threads; /* ... of so many ... */
    const char *bind;        /* ... bound so (the plan's text) */
    pid_t beside;            /* the other worker that there is; 0: none */

    Order outgoing; /* `sent` bytes of it are gone */
    size_t sent;
    Message incoming; /* `received` bytes of it are there */
    size_t received;

    int activity; /* as last seen, with its number ... */
    uint64_t number;
    double watched_s, looked_s; /* ... for how long, and when the parent looked */
} Worker;

/* The worker of the GPU, which serves a round, and the job of ranks, where an order says that it stays. On
 * the CPU each visit has its own. */
typedef struct WorkerPool {
    Worker gpu, ranks;
} WorkerPool;

typedef struct Listener {
    int (*on_outcome)(void *context, const Outcome *outcome,
                      Error *error); /* -1 ends the visit and the run */
    void (*on_wait)(void *context);  /* called about ten times a second */
    void *context;
} Listener;

/* Sends `order` of a point to a worker bound as planned, or to a job of as many ranks, and hands every
 * outcome to the listener. A worker that dies, hangs or talks nonsense yields a last outcome with status
 * failed or timeout. 0 when the visit is over, -1 when the listener failed, the run was interrupted
 * (error->text empty) or no worker can be started. */
int worker_pool_visit(WorkerPool *pool, const Order *order, const PlanPoint *planned, double timeout_s,
                      const Listener *listener, Error *error);

/* Ends all workers. */
void worker_pool_dismiss(WorkerPool *pool);

#endif
