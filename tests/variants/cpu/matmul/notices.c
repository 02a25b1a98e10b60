/* matmul cpu/notices: right where its process is as it began, and fails where another variant left its
 * traces. */
#include <fenv.h>
#include <sys/time.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int open_point(Task *task)
{
    struct itimerval left;
    if (getitimer(ITIMER_REAL, &left) != 0 || left.it_value.tv_sec != 0 || fegetround() != FE_TONEAREST) {
        return error_set(task->error, "another variant's alarm or rounding mode is here");
    }
    return 0;
}

static int run(const Task *task)
{
    plain_rows(task, 0, task->point->n);
    return 0;
}

const Variant variant_cpu_matmul_notices = {
    .workload = "matmul",
    .name = "cpu/notices",
    .idea = "right, but fails where another variant spoiled the process",
    .types = INT32 | FLOAT32,
    .open = open_point,
    .run = run,
};
