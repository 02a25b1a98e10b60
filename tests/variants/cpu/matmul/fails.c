/* matmul cpu/fails: wrong on purpose. Its message must be in the row. */
#include "tests/variants/variant.h"

static int run(const Task *task)
{
    return error_set(task->error, "this variant always fails, with a comma and a \"quote\"");
}

TEST_VARIANT(cpu, matmul, fails, .idea = "wrong on purpose: reports a failure", .types = INT32 | FLOAT32);
