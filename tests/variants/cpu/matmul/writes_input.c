/* matmul cpu/writes_input: wrong on purpose. Inputs are read-only while a variant runs. */
#include "common/workload.h"

static int run(const Task *task)
{
    *(float *)(uintptr_t)task->a = 1.0f;
    return 0;
}

const Variant variant_cpu_matmul_writes_input = {
    .workload = "matmul",
    .name = "cpu/writes_input",
    .idea = "wrong on purpose: overwrites A",
    .types = INT32 | FLOAT32,
    .run = run,
};
