/* matmul cpu/fails: wrong on purpose. Its message must be in the row. */
#include "common/workload.h"

static int run(const Task *task)
{
    return error_set(task->error, "this variant always fails, with a comma and a \"quote\"");
}

const Variant variant_cpu_matmul_fails = {
    .workload = "matmul",
    .name = "cpu/fails",
    .idea = "wrong on purpose: reports a failure",
    .types = INT32 | FLOAT32,
    .run = run,
};
