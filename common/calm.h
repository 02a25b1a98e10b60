/* Is the machine as quiet as it gets? What the yardstick's times (Driver.yardstick) say.
 *
 * They are compared with the run's own: a tenth of them is at least as short as the reference. Not with the
 * shortest of all: a shared machine's clock falls in steps when its other cores wake up, for seconds or
 * minutes, and then nothing would be calm. Measured on two shared cores, 200 processes of a one-thread
 * product in cache: the spread of the processes' medians was 21.8 % over all samples, 4.5 % over the 26 %
 * within the margin of the reference, and 1.2 % over the 3 % within the margin of the shortest. Half or twice
 * the margin changes these little. */
#ifndef SPEEDUP_CALM_H
#define SPEEDUP_CALM_H

#include <stdbool.h>
#include <stddef.h>

enum { CALM_POLL_US = 2000 }; /* between two looks while waiting for a quiet moment */

/* The reference of `count` yardsticks, of one thread count and of the slowest thread each; the values are put
 * in another order. NAN without any. */
double calm_reference(double *times_s, size_t count);

/* Is the machine calm when the yardstick takes time_s on the slowest thread? Yes without a reference. */
bool calm_is(double time_s, double reference_s);

#endif
