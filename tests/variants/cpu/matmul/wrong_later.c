/* matmul cpu/wrong_later: wrong on purpose. Only verification after the last sample detects it. It runs long
 * enough not to be repeated within a sample. */
#include <time.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static size_t calls;
    const struct timespec time = {.tv_nsec = 30000000};
    nanosleep(&time, NULL);
    plain_rows(task, 0, task->point->n);
    if (calls++ > 1) {
        ((uint32_t *)task->out)[0] = 0;
    }
    return 0;
}

SIMPLE_VARIANT(matmul, wrong_later,
               "wrong on purpose: right in the first two runs of a process, wrong ever after");
