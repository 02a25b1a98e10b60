/* matmul cpu/writes_nothing: wrong on purpose. The poison must be detected. */
#include "common/workload.h"

static int run(const Task *task)
{
    (void)task;
    return 0;
}

const Variant variant_cpu_matmul_writes_nothing = {
    .workload = "matmul",
    .name = "cpu/writes_nothing",
    .idea = "wrong on purpose: leaves the result as it found it",
    .types = INT32 | FLOAT32,
    .run = run,
};
