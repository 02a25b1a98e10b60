/* matmul cpu/hangs: wrong on purpose. The sweep must end it after --timeout and continue. */
#include "tests/variants/variant.h"

static int run(const Task *task)
{
    volatile size_t forever = task->point->n;
    while (forever > 0) {
    }
    return 0;
}

SIMPLE_VARIANT(matmul, hangs, "wrong on purpose: never returns");
