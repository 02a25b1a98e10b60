/* matmul cpu/hangs: wrong on purpose. The sweep must end it after --timeout and continue. */
#include "common/workload.h"

static int run(const Task *task)
{
    volatile size_t forever = task->point->n;
    while (forever > 0) {
    }
    return 0;
}

const Variant variant_cpu_matmul_hangs = {
    .workload = "matmul",
    .name = "cpu/hangs",
    .idea = "wrong on purpose: never returns",
    .types = INT32 | FLOAT32,
    .run = run,
};
