/* matmul cpu/fails: wrong on purpose. Its message must be in the row. */
#include "tests/variants/variant.h"

static int run(const Task *task)
{
    return error_set(task->error, "this variant always fails, with a comma and a \"quote\"");
}

SIMPLE_VARIANT(matmul, fails, "wrong on purpose: reports a failure");
