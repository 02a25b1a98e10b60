/* matmul cpu/helper_thread: right. A thread that each call makes does all of the work, as std::async does,
 * and the caller waits: one thread works at a time. */
#include <pthread.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static void *work(void *argument)
{
    const Task *task = argument;
    plain_rows(task, 0, task->point->n);
    return NULL;
}

static int run(const Task *task)
{
    pthread_t thread;
    Task copy = *task;
    if (pthread_create(&thread, NULL, work, &copy) != 0) {
        return error_set(task->error, "no thread");
    }
    return pthread_join(thread, NULL);
}

SIMPLE_VARIANT(matmul, helper_thread, "right: a thread that is made for each call does the work");
