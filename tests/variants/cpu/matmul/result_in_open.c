/* matmul cpu/result_in_open: wrong on purpose. It computes in open(), which is not timed, and copies in
 * run(). */
#include <stdlib.h>
#include <string.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static void *kept;

static int open_point(Task *task)
{
    Task before = *task;
    kept = malloc(point_matrix_bytes(task->point));
    if (kept == NULL) {
        return error_set(task->error, "no memory");
    }
    before.out = kept;
    plain_rows(&before, 0, task->point->n);
    return 0;
}

static int run(const Task *task)
{
    plain_rows(task, 0, task->point->n / 2); /* so that its rate stays possible */
    memcpy(task->out, kept, point_matrix_bytes(task->point));
    return 0;
}

TEST_VARIANT(cpu, matmul, result_in_open, .idea = "wrong on purpose: computes in open()",
             .types = INT32 | FLOAT32, .open = open_point);
