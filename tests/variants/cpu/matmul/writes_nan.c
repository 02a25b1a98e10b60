/* matmul cpu/writes_nan: wrong on purpose. NaN must never pass a comparison. */
#include <math.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    size_t n = task->point->n;
    plain_rows(task, 0, n);
    if (task->point->type == TYPE_FLOAT64) {
        ((double *)task->out)[n * n / 2] = (double)NAN;
    } else {
        ((float *)task->out)[n * n / 2] = NAN;
    }
    return 0;
}

TEST_VARIANT(cpu, matmul, writes_nan, .idea = "wrong on purpose: one element of a right product is NaN",
             .types = FLOAT32 | FLOAT64);
