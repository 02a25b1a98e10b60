/* matmul cpu/kept_at_large: wrong on purpose. From n 300 on it keeps a copy of b from the first call. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    enum { LARGE = 300 };
    static void *kept;
    Task own = *task;
    if (task->point->n >= LARGE) {
        if (kept == NULL && keep_copy(task, task->b, &kept) != 0) {
            return -1;
        }
        own.b = kept;
    }
    plain_rows(&own, 0, task->point->n);
    return 0;
}

SIMPLE_VARIANT(matmul, kept_at_large, "wrong on purpose: keeps a matrix, if it is large");
