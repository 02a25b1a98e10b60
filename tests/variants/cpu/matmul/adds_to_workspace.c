/* matmul cpu/adds_to_workspace: wrong on purpose. It sums the product in its workspace without clearing it
 * first, which is correct where that memory happens to be zero. */
#include "tests/variants/cpu/matmul/plain_product.h"

static size_t workspace(const Point *point)
{
    return point_matrix_bytes(point);
}

static int run(const Task *task)
{
    const size_t n = task->point->n, bytes = workspace(task->point);
    CALL_BY_TYPE(task->point->type, add_rows, n, task->a, task->b, task->workspace, 0, n)
    memcpy(task->out, task->workspace, bytes);
    memset(task->workspace, 0, bytes); /* for the next call */
    return 0;
}

TEST_VARIANT(cpu, matmul, adds_to_workspace,
             .idea = "wrong on purpose: adds onto its workspace as if it were zero",
             .types = INT32 | FLOAT32 | FLOAT64, .workspace = workspace);
