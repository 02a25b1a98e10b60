/* matmul cpu/stops: wrong on purpose. Its process stops itself (SIGSTOP) while the point is opened and is
 * never continued. */
#include <signal.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int open_point(Task *task)
{
    (void)task;
    return raise(SIGSTOP);
}

static int run(const Task *task)
{
    plain_rows(task, 0, task->point->n);
    return 0;
}

TEST_VARIANT(cpu, matmul, stops, .idea = "wrong on purpose: stops its process before the first sample",
             .types = INT32 | FLOAT32, .open = open_point);
