/* matmul cpu/exits: wrong on purpose. An exit during a sample is not a success. */
#include <stdlib.h>

#include "common/workload.h"

static int run(const Task *task)
{
    exit(task->point->n == 0);
}

const Variant variant_cpu_matmul_exits = {
    .workload = "matmul",
    .name = "cpu/exits",
    .idea = "wrong on purpose: ends the process with exit code 0",
    .types = INT32 | FLOAT32,
    .run = run,
};
