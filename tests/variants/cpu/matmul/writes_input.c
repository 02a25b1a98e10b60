/* matmul cpu/writes_input: wrong on purpose. Inputs are read-only while a variant runs. */
#include "tests/variants/variant.h"

static int run(const Task *task)
{
    *(float *)(uintptr_t)task->a = 1.0f;
    return 0;
}

TEST_VARIANT(cpu, matmul, writes_input, .idea = "wrong on purpose: overwrites A", .types = INT32 | FLOAT32);
