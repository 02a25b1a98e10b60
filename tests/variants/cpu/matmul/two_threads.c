/* matmul cpu/two_threads: wrong on purpose. It uses two threads where its row says one. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    plain_product_by_two(task);
    return 0;
}

TEST_VARIANT(cpu, matmul, two_threads, .idea = "wrong on purpose: always on two threads",
             .types = INT32 | FLOAT32);
