/* matmul cpu/own_handler: wrong on purpose. It ignores memory faults by a handler of its own. */
#include <signal.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static void ignore(int number)
{
    (void)number;
}

static int run(const Task *task)
{
    signal(SIGSEGV, ignore);
    return plain_product(task);
}

SIMPLE_VARIANT(matmul, own_handler, "wrong on purpose: replaces the handler of memory faults");
