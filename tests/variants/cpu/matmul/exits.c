/* matmul cpu/exits: wrong on purpose. An exit during a sample is not a success. */
#include <stdlib.h>

#include "tests/variants/variant.h"

static int run(const Task *task)
{
    exit(task->point->n == 0);
}

SIMPLE_VARIANT(matmul, exits, "wrong on purpose: ends the process with exit code 0");
