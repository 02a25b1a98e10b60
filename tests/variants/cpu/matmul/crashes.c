/* matmul cpu/crashes: wrong on purpose. The sweep must name the signal and continue. */
#include "common/workload.h"

static int run(const Task *task)
{
    (void)task;
    *(volatile int *)NULL = 1;
    return 0;
}

const Variant variant_cpu_matmul_crashes = {
    .workload = "matmul",
    .name = "cpu/crashes",
    .idea = "wrong on purpose: writes to address 0",
    .types = INT32 | FLOAT32,
    .run = run,
};
