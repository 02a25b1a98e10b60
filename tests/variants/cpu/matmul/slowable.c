/* matmul cpu/slowable: takes 20 ms by the clock, 22 ms where SLOWABLE is set. For compare: the slowdown must
 * be found. It sleeps until the moment, so that a busy machine changes the two alike. */
#include <stdlib.h>
#include <time.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += getenv("SLOWABLE") != NULL ? 22000000 : 20000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    plain_rows(task, 0, task->point->n);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0) {
    }
    return 0;
}

const Variant variant_cpu_matmul_slowable = {
    .workload = "matmul",
    .name = "cpu/slowable",
    .idea = "right, takes 20 ms by the clock, and 10 % longer where SLOWABLE is set",
    .types = INT32 | FLOAT32,
    .run = run,
};
