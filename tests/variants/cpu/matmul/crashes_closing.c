/* matmul cpu/crashes_closing: correct, but crashes when its handle is closed, after all samples: the memory
 * error may have damaged them. */
#include <stdlib.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static void close_point(Task *task)
{
    (void)task;
    abort();
}

static int run(const Task *task)
{
    plain_rows(task, 0, task->point->n);
    return 0;
}

TEST_VARIANT(cpu, matmul, crashes_closing, .idea = "right, but crashes when it is closed",
             .types = INT32 | FLOAT32, .close = close_point);
