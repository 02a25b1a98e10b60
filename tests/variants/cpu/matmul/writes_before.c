/* matmul cpu/writes_before: wrong on purpose. It writes one element before its result, which is correct. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    plain_rows(task, 0, task->point->n);
    ((volatile float *)task->out)[-1] = 0.0f;
    return 0;
}

SIMPLE_VARIANT(matmul, writes_before, "wrong on purpose: writes one element before its result");
