/* matmul cpu/notices: correct in a fresh process; fails if another variant modified the process, or if a
 * library that it does not call started threads. */
#include <dirent.h>
#include <fenv.h>
#include <sys/time.h>

#include "tests/variants/cpu/matmul/plain_product.h"

/* Number of threads of this process, without the entries . and .. */
static int own_threads(void)
{
    int count = -2;
    DIR *folder = opendir("/proc/self/task");
    while (folder != NULL && readdir(folder) != NULL) {
        count++;
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return count;
}

static int open_point(Task *task)
{
    struct itimerval left;
    if (getitimer(ITIMER_REAL, &left) != 0 || left.it_value.tv_sec != 0 || fegetround() != FE_TONEAREST) {
        return error_set(task->error, "another variant's alarm or rounding mode is here");
    }
#ifndef __SANITIZE_THREAD__ /* it has a thread of its own */
    if (own_threads() > 1) {
        return error_set(task->error, "%d threads are here before the first is started", own_threads());
    }
#endif
    return 0;
}

PLAIN_VARIANT(notices, "right, but fails where another variant spoiled the process", .open = open_point);
