/* matmul cpu/slowable: wrong on purpose. For compare: the slowdown must be found. */
#include <stdlib.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    size_t n = task->point->n;
    plain_rows(task, 0, n);
    if (getenv("SLOWABLE") != NULL) {
        plain_rows(task, 0, n / 10);
    }
    return 0;
}

const Variant variant_cpu_matmul_slowable = {
    .workload = "matmul",
    .name = "cpu/slowable",
    .idea = "wrong on purpose: right, and 10 % slower where SLOWABLE is set",
    .types = INT32 | FLOAT32,
    .run = run,
};
