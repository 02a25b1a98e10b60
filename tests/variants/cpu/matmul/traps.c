/* matmul cpu/traps: right. It lets invalid operations trap in all of its threads, and does not undo that. */
#include <fenv.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    plain_rows(task, 0, task->point->n);
#pragma omp parallel num_threads((int)task->point->threads)
    {
        feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
    }
    return 0;
}

TEST_VARIANT(cpu, matmul, traps, .idea = "right, and leaves traps behind", .types = INT32 | FLOAT32,
             .axes = AXIS_THREADS);
