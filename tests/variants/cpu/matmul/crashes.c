/* matmul cpu/crashes: wrong on purpose. The sweep must name the signal and continue. */
#include "tests/variants/variant.h"

static int run(const Task *task)
{
    (void)task;
    *(volatile int *)NULL = 1;
    return 0;
}

SIMPLE_VARIANT(matmul, crashes, "wrong on purpose: writes to address 0");
