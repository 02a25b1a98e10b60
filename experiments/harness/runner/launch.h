/* A worker that is a job of several processes: the parent starts it, connects to it and reaps it.
 *
 * The launcher (mpirun) starts this program, linked with MPI, as every rank. Rank 0 connects to a socket in a
 * private folder and receives the descriptors of a worker: the ends of the pipes and the status page. It then
 * is a worker like any other; the launcher's process stands for the whole job. The output of the launcher and
 * the ranks goes to an unnamed file; its most telling line explains a job that ended.
 *
 * No process is left behind: the launcher dies with this process, ranks die with their starter
 * (PR_SET_PDEATHSIG each), and orphans become children of this process and are killed. */
#pragma once

#include <sys/types.h>

#include "experiments/harness/cli/plan.h"
#include "experiments/harness/runner/protocol.h"

typedef struct Launch {
    char folder[80];
    int socket_fd;          /* where rank 0 connects; -1 after it did */
    int log_fd;             /* the job's output */
    int passed[WORKER_FDS]; /* to rank 0: the worker's ends of the pipes, and the page */
} Launch;

/* Starts the job of a point. `passed` belong to the launch from here on. The launcher's process, or -1 and an
 * error. */
pid_t launch_start(Launch *launch, const PlanPoint *planned, const int passed[WORKER_FDS], Error *error);

/* If rank 0 has connected, passes it the descriptors. */
void launch_accept(Launch *launch);

/* The line of the job's output that explains its end best; "" for none. */
void launch_reason(const Launch *launch, char *text, size_t size);

/* After the launcher has ended: kills the rest of the job, and releases all resources. */
void launch_end(Launch *launch);
