/* matmul cpu/crashes: wrong on purpose. The sweep must name the signal and continue. */
#include "tests/variants/variant.h"

static int run(const Task *task)
{
    (void)task;
    *(volatile int *)NULL = 1;
    return 0;
}

TEST_VARIANT(cpu, matmul, crashes, .idea = "wrong on purpose: writes to address 0", .types = INT32 | FLOAT32);
