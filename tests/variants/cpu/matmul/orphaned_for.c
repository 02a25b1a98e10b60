/* matmul cpu/orphaned_for: right and misleading. Its `omp for` is outside of a parallel region, so one thread
 * works. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    const size_t n = task->point->n;
#pragma omp for
    for (size_t i = 0; i < n; i++) {
        plain_rows(task, i, i + 1);
    }
    return 0;
}

TEST_VARIANT(cpu, matmul, orphaned_for, .idea = "right, but `omp for` has no parallel region",
             .types = INT32 | FLOAT32, .axes = AXIS_THREADS);
