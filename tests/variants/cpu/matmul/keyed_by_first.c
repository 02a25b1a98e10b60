/* matmul cpu/keyed_by_first: wrong on purpose. It keeps a copy of b until the first element of b is another
 * one. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static void *kept;
    Task own = *task;
    const bool changed = kept == NULL || memcmp(kept, task->b, type_size(task->point->type)) != 0;
    if (changed && keep_copy(task, task->b, &kept) != 0) {
        return -1;
    }
    own.b = kept;
    plain_rows(&own, 0, task->point->n);
    return 0;
}

SIMPLE_VARIANT(matmul, keyed_by_first,
               "wrong on purpose: looks at the first element only to see whether b has changed");
