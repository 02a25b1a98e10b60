/* A worker process: spawned, supervised and reaped. */
#pragma once

#include <sys/types.h>

#include "common/system/child.h"
#include "experiments/harness/runner/launch.h"
#include "experiments/harness/runner/progress.h"
#include "experiments/harness/runner/protocol.h"

#define PROTOCOL_VIOLATION "its process wrote to the program's own pipe"

typedef struct Worker {
    pid_t pid;  /* 0: none. It leads a process group, so that its children end with it. */
    int pid_fd; /* readable when the process has ended; -1 on a kernel without pidfd_open */
    int requests_fd, messages_fd;
    int listener_fd; /* of the sandbox (common/system/sandbox.h), once it has sent it; -1: none */
    StatusPage *page;
    ChildOutput output;

    Launch launch;           /* of a job of several processes: pid is the launcher's ... */
    unsigned ranks, threads; /* ... of this size; no ranks: it is no such job ... */
    const char *bind;        /* ... bound like this (the plan's text) */

    Request outgoing; /* `sent` bytes of it are written */
    size_t sent;
    Message incoming; /* `received` bytes of it are read */
    size_t received;

    int activity; /* at the last check, with its number ... */
    uint64_t number;
    double active_s, checked_s; /* ... how long it has lasted, and when the check was */
    double running_s, other_s;  /* since the last message: in ACTIVITY_RUNNING, and in all others */
} Worker;

/* Starts a worker, bound as planned, or a job of ranks. 0, or -1 and an error. */
int worker_start(Worker *worker, const PlanPoint *planned, Error *error);

/* Gives the worker a request, which is sent while messages are awaited. */
void worker_send(Worker *worker, const Request *request);

/* The next message, of a sample *result; or a result for the worker's end,
 * its hanging or a violation of the protocol, after which worker->pid is 0. -1 when interrupted. */
int worker_next(Worker *worker, const PlanPoint *planned, Progress *progress, MessageKind *kind,
                Result *result);

/* Kills a worker that did not end by itself, and explains why. */
Result worker_abort(Worker *worker, Status status, const char *why);

/* Ends the worker with all processes that it started, and returns its wait status. Without kill_it it may
 * exit at the end of its pipe; it is killed if that takes too long or it is stopped. */
int worker_stop(Worker *worker, bool kill_it);
