/* matmul cpu/packs_once: wrong on purpose. It copies B in its first call only, as a library
 * does that packs a constant matrix. */
#include <stdlib.h>
#include <string.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static void *packed;
    Task again = *task;
    const size_t bytes = point_matrix_bytes(task->point);
    if (packed == NULL) {
        packed = malloc(bytes);
        if (packed == NULL) {
            return error_set(task->error, "no memory");
        }
        memcpy(packed, task->b, bytes);
    }
    again.b = packed;
    plain_rows(&again, 0, task->point->n);
    return 0;
}

TEST_VARIANT(cpu, matmul, packs_once, .idea = "wrong on purpose: packs B in its first call only",
             .types = INT32 | FLOAT32);
