/* Plain-C face of the part that runs as several processes (cpu/ranks.c), or of its stand-in.
 *
 * All processes of such a job are this program, linked with MPI (speedup-ranks). Rank 0 measures as any
 * worker does, through ranks_driver; the others follow what it does. */
#ifndef SPEEDUP_RANKS_H
#define SPEEDUP_RANKS_H

#include "common/error.h"

/* Joins the job that a launcher has started: the rank of this process in *rank. 0, or -1 and an error. */
int ranks_join(unsigned *rank, Error *error);

/* Any rank but 0: takes part in whatever rank 0 does, until that leaves. */
void ranks_follow(void);

/* Rank 0: the others may leave, and this process does. */
void ranks_leave(void);

/* What the launcher of this build's library is called, with the options that it needs to start as many
 * processes as are asked for and to leave their placement to them: "mpirun --map-by slot:OVERSUBSCRIBE ...".
 */
const char *ranks_launcher(void);

/* NULL, or why this build has no such variants: "not built: no MPI". */
const char *ranks_missing(void);

#endif
