/* matmul cpu/kept_at_large: wrong on purpose. From n 300 on it keeps a copy of b from the first call. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    enum { LARGE = 300 };
    static void *kept;
    return task->point->n < LARGE ? plain_product(task) : product_of_kept(task, &kept, false);
}

SIMPLE_VARIANT(matmul, kept_at_large, "wrong on purpose: keeps a matrix, if it is large");
