/* matmul cpu/cached: wrong on purpose. Computes once and copies that result afterwards. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static void *kept;
    if (kept != NULL) {
        memcpy(task->out, kept, point_matrix_bytes(task->point));
        return 0;
    }
    plain_rows(task, 0, task->point->n);
    return keep_copy(task, task->out, &kept);
}

SIMPLE_VARIANT(matmul, cached, "wrong on purpose: returns the result of its first run");
