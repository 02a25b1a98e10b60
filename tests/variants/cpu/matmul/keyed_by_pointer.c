/* matmul cpu/keyed_by_pointer: wrong on purpose. It keeps the last result, and returns
 * it again for the same addresses. */
#include <stdlib.h>
#include <string.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static const void *a, *b;
    static void *kept;
    const size_t bytes = point_matrix_bytes(task->point);
    if (kept != NULL && a == task->a && b == task->b) {
        plain_rows(task, 0, task->point->n / 2); /* so that its rate stays possible */
        memcpy(task->out, kept, bytes);
        return 0;
    }
    plain_rows(task, 0, task->point->n);
    free(kept);
    kept = malloc(bytes);
    if (kept == NULL) {
        return error_set(task->error, "no memory");
    }
    memcpy(kept, task->out, bytes);
    a = task->a;
    b = task->b;
    return 0;
}

TEST_VARIANT(cpu, matmul, keyed_by_pointer,
             .idea = "wrong on purpose: keeps the result of the last inputs, by their address",
             .types = INT32 | FLOAT32);
