/* matmul cpu/slowable: takes 20 ms by the clock, plus SLOWABLE (an environment variable) times 2 ms. For
 * compare: the slowdown must be detected. It sleeps until a point in time, so that a busy machine affects all
 * samples alike. */
#include <stdlib.h>
#include <time.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    const char *slower = getenv("SLOWABLE");
    until.tv_nsec += 20000000 + (slower != NULL ? 2000000 * strtol(slower, NULL, 10) : 0);
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    plain_rows(task, 0, task->point->n);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0) {
    }
    return 0;
}

SIMPLE_VARIANT(matmul, slowable, "right, takes 20 ms by the clock, and SLOWABLE times 10 % longer");
