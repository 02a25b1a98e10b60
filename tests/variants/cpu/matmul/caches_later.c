/* matmul cpu/caches_later: wrong on purpose. It computes twice, then keeps the result: a
 * check before the samples would not find it. */
#include <stdlib.h>
#include <string.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static size_t calls;
    static void *kept;
    const size_t bytes = point_matrix_bytes(task->point);
    if (++calls < 3) {
        plain_rows(task, 0, task->point->n);
    } else if (kept == NULL) {
        plain_rows(task, 0, task->point->n);
        kept = malloc(bytes);
        if (kept == NULL) {
            return error_set(task->error, "no memory");
        }
        memcpy(kept, task->out, bytes);
    } else {
        plain_rows(task, 0, task->point->n / 2); /* so that its rate stays possible */
        memcpy(task->out, kept, bytes);
    }
    return 0;
}

TEST_VARIANT(cpu, matmul, caches_later, .idea = "wrong on purpose: keeps its result from the third call on",
             .types = INT32 | FLOAT32);
