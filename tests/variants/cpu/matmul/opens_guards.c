/* matmul cpu/opens_guards: wrong on purpose. It makes the guard pages behind its result
 * accessible, where it could keep something. */
#include <sys/mman.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    char *end = (char *)task->out + point_matrix_bytes(task->point);
    const uintptr_t page = ((uintptr_t)end + 4095) & ~(uintptr_t)4095;
    plain_rows(task, 0, task->point->n);
    return mprotect((void *)page, 4096, PROT_READ | PROT_WRITE);
}

SIMPLE_VARIANT(matmul, opens_guards, "wrong on purpose: makes the guard pages accessible");
