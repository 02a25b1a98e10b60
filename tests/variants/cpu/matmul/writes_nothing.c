/* matmul cpu/writes_nothing: wrong on purpose. The poison must be detected. */
#include "tests/variants/variant.h"

static int run(const Task *task)
{
    (void)task;
    return 0;
}

SIMPLE_VARIANT(matmul, writes_nothing, "wrong on purpose: leaves the result as it found it");
