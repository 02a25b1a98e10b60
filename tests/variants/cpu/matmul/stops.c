/* matmul cpu/stops: wrong on purpose. Its process stops itself (SIGSTOP) while the point is opened and is
 * never continued. */
#include <signal.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int open_point(Task *task)
{
    (void)task;
    return raise(SIGSTOP);
}

PLAIN_VARIANT(stops, "wrong on purpose: stops its process before the first sample", .open = open_point);
