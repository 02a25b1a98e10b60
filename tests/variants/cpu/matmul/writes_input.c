/* matmul cpu/writes_input: wrong on purpose. Inputs are read-only while a variant runs. */
#include "tests/variants/variant.h"

static int run(const Task *task)
{
    *(float *)(uintptr_t)task->a = 1.0f;
    return 0;
}

SIMPLE_VARIANT(matmul, writes_input, "wrong on purpose: overwrites A");
