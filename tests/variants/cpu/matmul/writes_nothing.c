/* matmul cpu/writes_nothing: wrong on purpose. The poison must be detected. */
#include "tests/variants/variant.h"

static int run(const Task *task)
{
    (void)task;
    return 0;
}

TEST_VARIANT(cpu, matmul, writes_nothing, .idea = "wrong on purpose: leaves the result as it found it",
             .types = INT32 | FLOAT32);
