/* What a visit may leave behind in the process that it ran in.
 *
 * On the CPU each visit has a process of its own. A GPU's worker serves a whole round, as its context
 * takes 0.3 s to make; it asks this after each visit, and ends when the answer is not the one before. */
#ifndef SPEEDUP_STATE_H
#define SPEEDUP_STATE_H

#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

typedef struct ProcessState {
    cpu_set_t processors;
    sigset_t blocked;
    struct rlimit limits[RLIM_NLIMITS];
    bool timers;         /* is one of the interval timers, alarm() among them, running? */
    uint64_t files;      /* hash of the open files that have a path, devices aside: a driver opens those */
    int rounding;        /* as fegetround() says */
    unsigned float_mode; /* flush to zero, denormals are zero */
} ProcessState;

ProcessState state_now(void);
bool state_equal(const ProcessState *a, const ProcessState *b);

#endif
