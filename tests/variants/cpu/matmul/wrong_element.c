/* matmul cpu/wrong_element: wrong on purpose. A single wrong element of n x n must be detected. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    size_t n = task->point->n;
    plain_rows(task, 0, n);
    size_t at = n * n - 1;
    if (task->point->type == TYPE_FLOAT32) {
        ((float *)task->out)[at] += 1.0f;
    } else {
        ((uint32_t *)task->out)[at] += 1;
    }
    return 0;
}

const Variant variant_cpu_matmul_wrong_element = {
    .workload = "matmul",
    .name = "cpu/wrong_element",
    .idea = "wrong on purpose: one element of a right product is off by one",
    .types = INT32 | FLOAT32,
    .run = run,
};
