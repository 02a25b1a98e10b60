/* matmul cpu/two_threads: wrong on purpose. It uses two threads where its row says one. */
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

const Variant variant_cpu_matmul_two_threads = {
    .workload = "matmul",
    .name = "cpu/two_threads",
    .idea = "wrong on purpose: always on two threads",
    .types = INT32 | FLOAT32,
    .run = run,
};
