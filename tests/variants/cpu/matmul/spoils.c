/* matmul cpu/spoils: correct, but modifies its process: binds it to one processor, rounds upward, sets an
 * alarm. cpu/notices must not be affected. */
#include <fenv.h>
#include <sched.h>
#include <unistd.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    cpu_set_t one;
    plain_rows(task, 0, task->point->n);
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    alarm(1000);
    return task->point->type == TYPE_INT32 ? fesetround(FE_UPWARD) : 0;
}

SIMPLE_VARIANT(matmul, spoils, "right, but pins its process, sets an alarm and the rounding mode");
