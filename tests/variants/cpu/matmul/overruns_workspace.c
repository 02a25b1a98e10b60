/* matmul cpu/overruns_workspace: wrong on purpose. It requests one byte and writes 16384 after it. */
#include "tests/variants/cpu/matmul/plain_product.h"

static size_t workspace(const Point *point)
{
    (void)point;
    return 1;
}

static int run(const Task *task)
{
    plain_rows(task, 0, task->point->n);
    ((volatile char *)task->workspace)[16384] = 1;
    return 0;
}

TEST_VARIANT(cpu, matmul, overruns_workspace, .idea = "wrong on purpose: writes beyond its workspace",
             .types = INT32 | FLOAT32, .workspace = workspace);
