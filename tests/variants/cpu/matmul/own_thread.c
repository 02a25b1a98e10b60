/* matmul cpu/own_thread: wrong on purpose. It computes half of the rows on a thread of its
 * own, which no OpenMP setting limits. */
#include <pthread.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static void *second_half(void *argument)
{
    const Task *task = argument;
    plain_rows(task, task->point->n / 2, task->point->n);
    return NULL;
}

static int run(const Task *task)
{
    pthread_t thread;
    Task copy = *task;
    if (pthread_create(&thread, NULL, second_half, &copy) != 0) {
        return error_set(task->error, "no thread");
    }
    plain_rows(task, 0, task->point->n / 2);
    return pthread_join(thread, NULL);
}

SIMPLE_VARIANT(matmul, own_thread, "wrong on purpose: starts a thread of its own");
