/* Interface of the driver of several processes (cpu/ranks*.c), or of its substitute in a build without MPI.
 *
 * All processes of a job run speedup-ranks, the executable that is linked with MPI. Rank 0 is the worker and
 * measures through ranks_driver; the other ranks execute its requests. */
#pragma once

#include "common/error.h"

/* Joins the job that a launcher started and sets *rank. 0, or -1 and an error. */
int ranks_join(unsigned *rank, Error *error);

/* On ranks other than 0: executes requests of rank 0 until it calls ranks_leave. */
void ranks_follow(void);

/* On rank 0: ends the other ranks and leaves the job. */
void ranks_leave(void);

/* The launcher of this build's library, with options to start any number of processes and to leave placement
 * to them: "mpirun --map-by slot:OVERSUBSCRIBE ...". */
const char *ranks_launcher(void);

/* Why this build has no such variants ("not built: no MPI"), or NULL. */
const char *ranks_missing(void);
