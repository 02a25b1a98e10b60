/* matmul cpu/two_threads: wrong on purpose. It uses two threads where its row says one. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    return plain_product_by_two(task);
}

SIMPLE_VARIANT(matmul, two_threads, "wrong on purpose: always on two threads");
