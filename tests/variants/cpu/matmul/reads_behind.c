/* matmul cpu/reads_behind: wrong on purpose. It reads one element after A. If A ends at the end of its page
 * that faults; otherwise the element is a canary, and 0 times it is not 0. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    size_t n = task->point->n;
    const volatile float *a = task->a;
    float *out = task->out;
    plain_rows(task, 0, n);
    out[0] += 0.0f * a[n * n];
    return 0;
}

const Variant variant_cpu_matmul_reads_behind = {
    .workload = "matmul",
    .name = "cpu/reads_behind",
    .idea = "wrong on purpose: reads one element after A",
    .types = FLOAT32,
    .run = run,
};
