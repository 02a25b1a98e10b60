/* matmul cpu/pool_thread: right. A thread that waits on a condition variable does all of the work, and the
 * caller waits for it: one thread works at a time. */
#include <pthread.h>
#include <stdbool.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static const Task *given;
static bool started;

static void *serve(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (given == NULL) {
            pthread_cond_wait(&changed, &lock);
        }
        const Task *task = given;
        pthread_mutex_unlock(&lock);
        plain_rows(task, 0, task->point->n);
        pthread_mutex_lock(&lock);
        given = NULL;
        pthread_cond_broadcast(&changed);
    }
    return NULL;
}

static int run(const Task *task)
{
    pthread_t thread;
    if (!started && (pthread_create(&thread, NULL, serve, NULL) != 0 || pthread_detach(thread) != 0)) {
        return error_set(task->error, "no thread");
    }
    started = true;
    pthread_mutex_lock(&lock);
    given = task;
    pthread_cond_broadcast(&changed);
    while (given != NULL) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

SIMPLE_VARIANT(matmul, pool_thread, "right: a thread of a pool does the work");
