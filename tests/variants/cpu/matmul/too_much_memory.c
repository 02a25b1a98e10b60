/* matmul cpu/too_much_memory: wrong on purpose. The point must be skipped, with both sizes in the reason. */
#include "common/size.h"
#include "tests/variants/variant.h"

static size_t workspace(const Point *point)
{
    return size_mul(point->n, (size_t)1 << 44);
}

static int run(const Task *task)
{
    return error_set(task->error, "this variant should never have been started");
}

TEST_VARIANT(cpu, matmul, too_much_memory,
             .idea = "wrong on purpose: requests more memory than any machine has", .types = INT32 | FLOAT32,
             .workspace = workspace);
