/* matmul cpu/forks: wrong on purpose. It aborts while a forked child keeps its pipes open. This is a crash,
 * not a timeout, and the child must not outlive the sweep. */
#include <stdlib.h>
#include <unistd.h>

#include "tests/variants/variant.h"

static int run(const Task *task)
{
    if (fork() == 0) {
        execlp("sleep", "sleep", "97.531", (char *)NULL);
        _exit(1);
    }
    if (task->point->n > 0) {
        abort();
    }
    return 0;
}

SIMPLE_VARIANT(matmul, forks, "wrong on purpose: forks a child that sleeps, and aborts");
