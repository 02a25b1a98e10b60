/* matmul cpu/fast_at_first: right, and fast in its first calls only. The number of repetitions in a sample,
 * which these calls decide, must not make samples of minutes. */
#include <time.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    enum { FAST_CALLS = 100 };
    static const struct timespec a_while = {.tv_nsec = 1000000};
    static int calls;
    plain_rows(task, 0, task->point->n);
    if (calls == FAST_CALLS) {
        nanosleep(&a_while, NULL);
    } else {
        calls++;
    }
    return 0;
}

SIMPLE_VARIANT(matmul, fast_at_first, "right, a millisecond slower after a hundred calls");
