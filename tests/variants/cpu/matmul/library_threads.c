/* matmul cpu/library_threads: wrong on purpose. A library, as it says, that uses two threads where its row
 * says one. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    const size_t n = task->point->n;
#pragma omp parallel for num_threads(2)
    for (size_t half = 0; half < 2; half++) {
        plain_rows(task, half * n / 2, (half + 1) * n / 2);
    }
    return 0;
}

const Variant variant_cpu_matmul_library_threads = {
    .workload = "matmul",
    .name = "cpu/library_threads",
    .idea = "wrong on purpose: a library with a thread too many",
    .types = INT32 | FLOAT32,
    .axes = AXIS_THREADS,
    .flags = VARIANT_LIBRARY,
    .run = run,
};
