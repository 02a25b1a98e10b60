/* matmul cpu/all_critical: right and misleading. All work is in one critical section, so one thread works at
 * a time. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    const size_t n = task->point->n;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
#pragma omp critical
        plain_rows(task, i, i + 1);
    }
    return 0;
}

TEST_VARIANT(cpu, matmul, all_critical, .idea = "right, but all work is in a critical section",
             .types = INT32 | FLOAT32, .axes = AXIS_THREADS);
