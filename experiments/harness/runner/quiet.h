/* Quiet moments: samples are taken when the machine is calm, as far as that can be waited for.
 *
 * What disturbs a thread most is a neighbour on its physical core, in bursts of a tenth of a second to some
 * seconds, and no counter of the system tells it. The yardstick does (cpu/reference_loop.h): a fixed loop,
 * timed right before and right after a sample. It decides when to sample and how to mark a sample, and never
 * by the sample's own time, so that nothing is chosen by its result. */
#ifndef SPEEDUP_QUIET_H
#define SPEEDUP_QUIET_H

#include "experiments/harness/runner/protocol.h"

/* A visit that finds the machine disturbed for so long had better come later in the round. */
#define QUIET_PATIENCE_S 0.01

/* Asks the yardstick, and again until it says calm or wait_s is used up. NAN asks nothing. Where calm has no
 * reference yet, it gets one. */
void quiet_before(const Driver *driver, Bench *bench, double wait_s, Calm *calm);

/* Asks once more behind the sample; the worse answer counts. */
void quiet_after(const Driver *driver, Bench *bench, Calm *calm);

bool quiet_disturbed(const Calm *calm);

#endif
