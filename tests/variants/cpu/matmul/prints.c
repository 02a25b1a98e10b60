/* matmul cpu/prints: wrong on purpose. stdout is for data: a variant must not write to it. A call takes at
 * least 5 ms on any machine, so that a number of calls makes a long sample. */
#include <stdio.h>
#include <unistd.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    plain_rows(task, 0, task->point->n);
    usleep(5000);
    puts("noise from a variant");
    fflush(stdout);
    return 0;
}

SIMPLE_VARIANT(matmul, prints, "wrong on purpose: prints to the standard output");
