/* matmul cpu/packs_once: wrong on purpose. It copies B in its first call only, as a library
 * does that packs a constant matrix. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static void *packed;
    Task again = *task;
    if (packed == NULL && keep_copy(task, task->b, &packed) != 0) {
        return -1;
    }
    again.b = packed;
    plain_rows(&again, 0, task->point->n);
    return 0;
}

SIMPLE_VARIANT(matmul, packs_once, "wrong on purpose: packs B in its first call only");
