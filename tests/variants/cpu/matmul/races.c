/* matmul cpu/races: wrong on purpose. Threads add to shared cells through a shared temporary, and .axes does
 * not declare threads. It is correct on one thread, so `check` must run it on several. The yield between
 * reading and writing a cell, once a row, lets another thread change both. */
#include <sched.h>
#include <string.h>

#include "tests/variants/variant.h"

#define ADD_STEP(name, NAME, Element, ...)                                                                   \
    static void add_step_##name(size_t n, const Element *a, const Element *b, Element *out, size_t k)        \
    {                                                                                                        \
        static volatile Element sum;                                                                         \
        for (size_t at = 0; at < n * n; at++) {                                                              \
            sum = out[at];                                                                                   \
            if (at % n == 0) {                                                                               \
                sched_yield();                                                                               \
            }                                                                                                \
            out[at] = sum + a[at / n * n + k] * b[k * n + at % n];                                           \
        }                                                                                                    \
    }
FOR_EACH_TYPE(ADD_STEP, )

static int run(const Task *task)
{
    const size_t n = task->point->n;
    memset(task->out, 0, point_matrix_bytes(task->point));
#pragma omp parallel for
    for (size_t k = 0; k < n; k++) {
        CALL_BY_TYPE(task->point->type, add_step, n, task->a, task->b, task->out, k)
    }
    return 0;
}

SIMPLE_VARIANT(matmul, races, "wrong on purpose: a race, in a variant that does not declare threads");
