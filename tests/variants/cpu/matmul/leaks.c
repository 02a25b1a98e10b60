/* matmul cpu/leaks: right, and keeps a copy of b in every call. */
#include <stdlib.h>
#include <string.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static void *volatile last;
    const size_t n = task->point->n, bytes = n * n * type_size(task->point->type);
    Task own = *task;
    own.b = memcpy(malloc(bytes), task->b, bytes);
    last = (void *)own.b;
    plain_rows(&own, 0, n);
    return last == NULL ? -1 : 0;
}

SIMPLE_VARIANT(matmul, leaks, "right, but memory grows with each call");
