/* matmul cpu/keyed_by_first: wrong on purpose. It keeps a copy of b until the first element of b is another
 * one. */
#include <stdlib.h>
#include <string.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static char *kept;
    const size_t n = task->point->n, size = type_size(task->point->type);
    Task own = *task;
    if (kept == NULL || memcmp(kept, task->b, size) != 0) {
        free(kept);
        kept = memcpy(malloc(n * n * size), task->b, n * n * size);
    }
    own.b = kept;
    plain_rows(&own, 0, n);
    return 0;
}

TEST_VARIANT(cpu, matmul, keyed_by_first,
             .idea = "wrong on purpose: looks at the first element only to see whether b has changed",
             .types = INT32 | FLOAT32);
