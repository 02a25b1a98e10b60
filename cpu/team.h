/* The OpenMP threads that a variant finds when it runs; one thread in a build without OpenMP. */
#ifndef SPEEDUP_CPU_TEAM_H
#define SPEEDUP_CPU_TEAM_H

#include "common/workload.h"

/* Threads and schedule of the point, whatever the environment says. */
void team_set(const Point *point);

/* One thread from now on: the others are not woken. */
void team_alone(void);

/* Lets the threads of the last team go. They would spin for a while, or for ever under
 * OMP_WAIT_POLICY=active, on processors that a library's own threads need. */
void team_release(void);

/* Does a parallel region really get `threads` threads? 0, or -1 and why not. After team_set. */
int team_check(unsigned threads, Error *error);

/* Processors that this process may run on. */
unsigned team_processors(void);

/* Processors that the threads of a team may run on, all together: few places hold fewer than the process
 * has. After team_set. */
unsigned team_spread(void);

#endif
