/* matmul cpu/malloc_zeros: wrong on purpose. It adds to memory of malloc, which is zero as long as it is new.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    const size_t n = task->point->n, bytes = n * n * type_size(task->point->type);
    void *sums = malloc(bytes + (256 << 10)); /* large enough to be a mapping of its own */
    CALL_BY_TYPE(task->point->type, add_rows, n, task->a, task->b, sums, 0, n)
    memcpy(task->out, sums, bytes);
    free(sums);
    return 0;
}

SIMPLE_VARIANT(matmul, malloc_zeros, "wrong on purpose: takes memory of malloc for zeros");
