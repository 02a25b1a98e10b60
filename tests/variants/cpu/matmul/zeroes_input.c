/* matmul cpu/zeroes_input: wrong on purpose. Lifts the protection of its input and zeroes it. */
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    size_t bytes = point_matrix_bytes(task->point);
    void *a = (void *)(uintptr_t)task->a;
    if (mprotect(a, bytes, PROT_READ | PROT_WRITE) != 0) {
        return error_set(task->error, "cannot lift the protection");
    }
    memset(a, 0, bytes);
    return plain_product(task);
}

SIMPLE_VARIANT(matmul, zeroes_input, "wrong on purpose: zeroes A and computes the product of that");
