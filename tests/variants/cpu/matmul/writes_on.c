/* matmul cpu/writes_on: wrong on purpose. A thread that run() does not join still writes the last row, again
 * and again with the right values, when run() has returned. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static _Atomic int started;

static void *last_row(void *argument)
{
    const Task *task = argument;
    const size_t n = task->point->n;
    for (int again = 0; again < 20000; again++) {
        plain_rows(task, n - 1, n);
        atomic_store(&started, 1);
    }
    return NULL;
}

static int run(const Task *task)
{
    static Task kept; /* the task of run() ends with it */
    pthread_t thread;
    kept = *task;
    atomic_store(&started, 0);
    if (pthread_create(&thread, NULL, last_row, &kept) != 0) {
        return error_set(task->error, "no thread");
    }
    while (atomic_load(&started) == 0) {
        sched_yield();
    }
    plain_rows(task, 0, task->point->n);
    return pthread_detach(thread);
}

SIMPLE_VARIANT(matmul, writes_on, "wrong on purpose: a thread that is never joined writes on");
