/* Is the machine as quiet as it gets? What the yardstick's times (Driver.yardstick) say.
 *
 * They are compared with those of the whole run: one in fifty of them is at least as short as the reference.
 * Not with the shortest of all, as a shared machine's clock rises for a moment when its other cores sleep.
 * Not with the last seconds alone either: a neighbour that stays for ten of them would become the usual
 * state. Measured on one of two shared cores over 300 s, a product in cache beside the yardstick, runs of 60
 * s: the spread of all samples was 15.6 %; of those within the margin of the reference 6.0 % (25 % of them),
 * with a reference of one in ten 7.1 % (42 %), of the shortest 6.1 % (14 %), and of one in ten of the last
 * 256 11.4 % (53 %). Between runs, the spread of the median was 1.9 % over the calm samples of this reference
 * and 7.1 % over those of the last 256. */
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
