/* matmul cpu/keyed_by_first: wrong on purpose. It keeps a copy of b until the first element of b is another
 * one. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static void *kept;
    const bool changed = kept != NULL && memcmp(kept, task->b, type_size(task->point->type)) != 0;
    return product_of_kept(task, &kept, changed);
}

SIMPLE_VARIANT(matmul, keyed_by_first,
               "wrong on purpose: looks at the first element only to see whether b has changed");
