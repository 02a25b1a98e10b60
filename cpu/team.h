/* The OpenMP thread team of a variant; one thread in a build without OpenMP. */
#pragma once

#include "common/workload.h"

/* Sets number of threads and schedule of the point, regardless of the environment. */
void team_set(const Point *point);

/* Limits parallel regions to `threads`, 0: all processors. Of one thread idle ones are not woken. */
void team_limit(unsigned threads);

/* Releases the threads of the last team. Otherwise they spin for a while, or forever under
 * OMP_WAIT_POLICY=active, on processors that a library's own threads need. */
void team_release(void);

/* From now on the threads of a team of that size sleep when they wait, instead of spinning: no work. */
void team_wait_asleep(unsigned threads);

/* Sets rounding modes and traps of the team's threads back, for the verifier. Call after team_set. */
void team_reset_floats(void);

/* Checks that a parallel region gets `threads` threads. 0, or -1 and an error. Call after team_set. */
int team_check(unsigned threads, Error *error);

/* Number of processors that the threads of the team may use, which few places make smaller. Call after
 * team_set. */
unsigned team_spread(void);
