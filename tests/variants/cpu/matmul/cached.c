/* matmul cpu/cached: wrong on purpose. Computes once and copies that result afterwards. */
#include <stdlib.h>
#include <string.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static void *kept;
    size_t bytes = point_matrix_bytes(task->point);
    if (kept != NULL) {
        memcpy(task->out, kept, bytes);
        return 0;
    }
    kept = malloc(bytes);
    if (kept == NULL) {
        return error_set(task->error, "no memory");
    }
    plain_rows(task, 0, task->point->n);
    memcpy(kept, task->out, bytes);
    return 0;
}

TEST_VARIANT(cpu, matmul, cached, .idea = "wrong on purpose: returns the result of its first run",
             .types = INT32 | FLOAT32);
