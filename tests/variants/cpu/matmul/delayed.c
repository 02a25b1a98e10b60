/* matmul cpu/delayed: each call of the process that makes the folder DELAYED (an environment variable) sleeps
 * 20 ms, as if that process had been delayed; others do not. For predictions from a smaller size. */
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static int delayed = -1;
    const char *folder = getenv("DELAYED");
    if (delayed < 0) {
        delayed = folder != NULL && mkdir(folder, 0700) == 0;
    }
    if (delayed > 0) {
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    return plain_product(task);
}

SIMPLE_VARIANT(matmul, delayed, "right; the first process takes 20 ms longer");
