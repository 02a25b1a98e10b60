/* matmul cpu/kept_at_large: wrong on purpose. From n 300 on it keeps a copy of b from the first call. */
#include <stdlib.h>
#include <string.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    enum { LARGE = 300 };
    static char *kept;
    const size_t n = task->point->n, bytes = n * n * type_size(task->point->type);
    Task own = *task;
    if (n >= LARGE) {
        kept = kept != NULL ? kept : memcpy(malloc(bytes), task->b, bytes);
        own.b = kept;
    }
    plain_rows(&own, 0, n);
    return 0;
}

TEST_VARIANT(cpu, matmul, kept_at_large, .idea = "wrong on purpose: keeps a matrix, if it is large",
             .types = INT32 | FLOAT32);
