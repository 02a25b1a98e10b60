/* matmul cpu/lingers: correct, but its process sleeps 5 s in an exit handler, for which the sweep must not
 * wait. */
#include <stdlib.h>
#include <unistd.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static void linger(void)
{
    sleep(5);
}

static int open_point(Task *task)
{
    (void)task;
    return atexit(linger);
}

PLAIN_VARIANT(lingers, "right, with a handler of exit() that sleeps", .open = open_point);
