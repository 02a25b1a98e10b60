/* matmul cpu/library_threads: wrong on purpose. A library, as it says, that uses two threads where its row
 * says one. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    return plain_product_by_two(task);
}

TEST_VARIANT(cpu, matmul, library_threads, .idea = "wrong on purpose: a library with a thread too many",
             .types = INT32 | FLOAT32, .axes = AXIS_THREADS, .flags = VARIANT_LIBRARY);
