/* matmul cpu/crashes_closing: correct, but crashes when its handle is closed, after all samples: the memory
 * error may have damaged them. */
#include <stdlib.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static void close_point(Task *task)
{
    (void)task;
    abort();
}

PLAIN_VARIANT(crashes_closing, "right, but crashes when it is closed", .close = close_point);
