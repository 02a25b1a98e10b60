/* matmul cpu/prints: wrong on purpose. stdout is for data: a variant must not write to it. */
#include <stdio.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    plain_rows(task, 0, task->point->n);
    puts("noise from a variant");
    fflush(stdout);
    return 0;
}

TEST_VARIANT(cpu, matmul, prints, .idea = "wrong on purpose: prints to the standard output",
             .types = INT32 | FLOAT32);
