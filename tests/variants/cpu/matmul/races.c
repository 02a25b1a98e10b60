/* matmul cpu/races: wrong on purpose. Threads add to shared cells through a shared temporary, and .axes does
 * not declare threads. It is correct on one thread, so `check` must run it on several. The yield between
 * reading and writing a cell lets each of n^3 additions lose another one. */
#include <sched.h>
#include <string.h>

#include "tests/variants/variant.h"

static int run(const Task *task)
{
    size_t n = task->point->n;
    bool floats = task->point->type == TYPE_FLOAT32;
    const float *a = task->a, *b = task->b;
    const uint32_t *ia = task->a, *ib = task->b;
    float *out = task->out, sum;
    uint32_t *iout = task->out, isum;
    memset(task->out, 0, n * n * sizeof *out);
#pragma omp parallel for
    for (size_t k = 0; k < n; k++) {
        for (size_t at = 0; at < n * n; at++) {
            if (floats) {
                sum = out[at];
                sched_yield();
                out[at] = sum + a[at / n * n + k] * b[k * n + at % n];
            } else {
                isum = iout[at];
                sched_yield();
                iout[at] = isum + ia[at / n * n + k] * ib[k * n + at % n];
            }
        }
    }
    return 0;
}

SIMPLE_VARIANT(matmul, races, "wrong on purpose: a race, in a variant that does not declare threads");
