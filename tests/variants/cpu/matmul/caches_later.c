/* matmul cpu/caches_later: wrong on purpose. It computes twice, then keeps the result: a
 * check before the samples would not find it. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static size_t calls;
    static void *kept;
    if (kept != NULL) {
        return give_back(task, kept);
    }
    plain_rows(task, 0, task->point->n);
    return ++calls < 3 ? 0 : keep_copy(task, task->out, &kept);
}

SIMPLE_VARIANT(matmul, caches_later, "wrong on purpose: keeps its result from the third call on");
