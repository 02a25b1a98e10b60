/* The state of a process that a batch may change.
 *
 * On the CPU each batch has a process of its own. A GPU's worker serves a whole round, as its context takes
 * 0.3 s to make; it compares the states before and after each batch, and exits when they differ. */
#pragma once

#include <stdint.h>

/* Hash of the usable processors, the blocked signals, the limits, whether a timer runs, the open files, and
 * the rounding and float modes. */
uint64_t state_hash(void);
