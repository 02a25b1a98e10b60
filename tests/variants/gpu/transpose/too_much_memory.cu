/* Wrong on purpose: asks for more workspace than any card has. The point must be skipped with the
 * figure, before anything is allocated. */
#include "tests/variants/gpu/transpose/plain_transpose.cuh"

static int run(const Task *task)
{
    return plain_transpose(task);
}

static size_t workspace(const Point *point)
{
    (void)point;
    return (size_t)1 << 46; /* 64 TiB */
}

TEST_VARIANT(gpu, transpose, too_much_memory, .idea = "wrong on purpose: asks for 64 TiB of workspace",
             .types = INT32 | FLOAT32, .workspace = workspace);
