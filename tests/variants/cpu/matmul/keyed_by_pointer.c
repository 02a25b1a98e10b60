/* matmul cpu/keyed_by_pointer: wrong on purpose. It keeps the last result, and returns
 * it again for the same addresses. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static const void *a, *b;
    static void *kept;
    if (kept != NULL && a == task->a && b == task->b) {
        return give_back(task, kept);
    }
    plain_rows(task, 0, task->point->n);
    a = task->a;
    b = task->b;
    return keep_copy(task, task->out, &kept);
}

SIMPLE_VARIANT(matmul, keyed_by_pointer,
               "wrong on purpose: keeps the result of the last inputs, by their address");
