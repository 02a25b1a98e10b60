/* matmul cpu/own_thread: wrong on purpose. It computes half of the rows on a thread of its
 * own, which no OpenMP setting limits. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    return plain_product_by_thread(task, task->point->n / 2);
}

SIMPLE_VARIANT(matmul, own_thread, "wrong on purpose: starts a thread of its own");
