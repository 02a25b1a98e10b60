/* matmul cpu/two_threads: wrong on purpose. It uses two threads where its row says one. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    plain_product_by_two(task);
    return 0;
}

SIMPLE_VARIANT(matmul, two_threads, "wrong on purpose: always on two threads");
