/* Wrong on purpose: asks for more workspace than any card has. The point must be skipped with the
 * figure, before anything is allocated; its kernel would do nothing. */
#include "gpu/launch.h"
#include "tests/variants/variant.h"

static __global__ void nothing(void)
{
}

static int run(const Task *task)
{
    const LaunchShape shape = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    return GPU_LAUNCH(task, shape, nothing);
}

static size_t workspace(const Point *point)
{
    (void)point;
    return (size_t)1 << 46; /* 64 TiB */
}

TEST_VARIANT(gpu, transpose, too_much_memory, .idea = "wrong on purpose: asks for 64 TiB of workspace",
             .types = INT32 | FLOAT32, .workspace = workspace);
