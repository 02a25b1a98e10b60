/* The state of a process that a batch may change.
 *
 * On the CPU each batch has a process of its own. A GPU's worker serves a whole round, as its context takes
 * 0.3 s to make; it compares the states before and after each batch, and exits when they differ. */
#pragma once

#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

typedef struct ProcessState {
    cpu_set_t processors;
    sigset_t blocked;
    struct rlimit limits[RLIM_NLIMITS];
    bool timers;         /* is an interval timer running? alarm() has one */
    uint64_t files;      /* hash of the open files with a path; not devices, which drivers open */
    int rounding;        /* as fegetround() returns it */
    unsigned float_mode; /* flush to zero, denormals are zero */
} ProcessState;

ProcessState state_now(void);
bool state_equal(const ProcessState *a, const ProcessState *b);
