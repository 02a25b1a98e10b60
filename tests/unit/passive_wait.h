/* Makes waiting OpenMP threads sleep instead of spin.
 *
 * A spinning thread takes a processor from other tests, and its time counts as work: three quarters of the
 * processor time of a test with short parallel regions. */
#pragma once

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Call first in main. OpenMP reads its policy before main, so the program executes itself once more. Returns
 * in a process whose threads wait passively. */
static inline void wait_passively(char **argv)
{
    const char *policy = getenv("OMP_WAIT_POLICY");
    if (policy == NULL || strcmp(policy, "passive") != 0) {
        setenv("OMP_WAIT_POLICY", "passive", 1);
        execv("/proc/self/exe", argv);
        _Exit(1);
    }
}
