/* matmul cpu/two_threads: wrong on purpose. It uses two threads where its row says one. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    plain_product_by_two(task);
    return 0;
}

const Variant variant_cpu_matmul_two_threads = {
    .workload = "matmul",
    .name = "cpu/two_threads",
    .idea = "wrong on purpose: always on two threads",
    .types = INT32 | FLOAT32,
    .run = run,
};
