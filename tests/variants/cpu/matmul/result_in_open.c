/* matmul cpu/result_in_open: wrong on purpose. It computes in open(), which is not timed, and copies in
 * run(). */
#include "tests/variants/cpu/matmul/plain_product.h"

static void *kept;

static int open_point(Task *task)
{
    if (keep_copy(task, task->a, &kept) != 0) {
        return -1;
    }
    Task before = *task;
    before.out = kept;
    return plain_product(&before);
}

static int run(const Task *task)
{
    return give_back(task, kept);
}

TEST_VARIANT(cpu, matmul, result_in_open, .idea = "wrong on purpose: computes in open()",
             .types = INT32 | FLOAT32, .open = open_point);
