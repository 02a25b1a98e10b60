/* How fast is the processor right now? A fixed loop on each thread of the team, timed beside the samples.
 *
 * It sees what slows a core without interrupting it: a neighbour on the same physical core, a lower clock. */
#ifndef SPEEDUP_REFERENCE_LOOP_H
#define SPEEDUP_REFERENCE_LOOP_H

#include <stddef.h>

#include "common/error.h"

typedef struct Yardstick Yardstick;

/* Memory that a yardstick of so many threads takes. */
size_t reference_loop_needs_bytes(unsigned threads);

/* For a team of `threads`, each of which touches its own buffer. NULL and an error when there is no memory.
 * Close takes NULL. */
Yardstick *reference_loop_open(unsigned threads, Error *error);
void reference_loop_close(Yardstick *yardstick);

/* Runs it on all threads at once. Seconds: the mean over the threads and the slowest. */
void reference_loop_time(Yardstick *yardstick, double *mean_s, double *max_s);

/* Bytes that the loop reads, of a second-level cache of l2_bytes behind a first of l1_bytes; 0: not known. */
size_t reference_loop_part_bytes(size_t l1_bytes, size_t l2_bytes);

#endif
