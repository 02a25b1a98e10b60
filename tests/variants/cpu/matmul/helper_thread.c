/* matmul cpu/helper_thread: right. A thread that each call makes does all of the work, as std::async does,
 * and the caller waits: one thread works at a time. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    return plain_product_by_thread(task, 0);
}

SIMPLE_VARIANT(matmul, helper_thread, "right: a thread that is made for each call does the work");
