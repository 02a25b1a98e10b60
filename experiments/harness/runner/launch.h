/* A worker that is several processes: the parent's side of starting and burying such a job.
 *
 * The launcher (mpirun) starts this program, linked with MPI, as every rank. Rank 0 comes back through a
 * socket in a folder of its own, and is handed what any worker finds at its agreed numbers: the ends of the
 * pipes and the stage. From then on it is a worker like any other; the launcher's process stands for the
 * whole job. What the launcher and the ranks say goes into a file without a name, whose telling line explains
 * a job that ended.
 *
 * That nothing is left behind: the launcher dies with this process, ranks die with whoever started them
 * (PR_SET_PDEATHSIG each), and what is orphaned all the same becomes a child of this process and is killed.
 */
#ifndef SPEEDUP_LAUNCH_H
#define SPEEDUP_LAUNCH_H

#include <sys/types.h>

#include "experiments/harness/cli/plan.h"

enum { HANDED = 3 };

typedef struct Launch {
    char folder[80];
    int socket_fd;      /* where rank 0 is waited for; -1: it has come */
    int log_fd;         /* what the job says */
    int handed[HANDED]; /* orders, messages, stage: its ends */
} Launch;

/* Starts the job of a point, whose rank 0 is to have `handed`, which are the launch's from here on. Its
 * launcher's process, or -1 and an error. */
pid_t launch_start(Launch *launch, const PlanPoint *planned, const int handed[HANDED], Error *error);

/* Looks whether rank 0 has come, and hands it what it is to have. */
void launch_look(Launch *launch);

/* The line in what the job said that tells best why it ended; "" where there is none. */
void launch_words(const Launch *launch, char *text, size_t size);

/* When the launcher has ended: ends what is left of the job, but not the child `spared` (0: none), and gives
 * everything back. */
void launch_end(Launch *launch, pid_t spared);

#endif
