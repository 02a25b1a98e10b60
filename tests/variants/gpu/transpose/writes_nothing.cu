/* Wrong on purpose: a kernel that ends without having written anything. The poison in the output
 * must show it: the row must say `wrong`, also where the run before left a right result behind. */
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

TEST_VARIANT(gpu, transpose, writes_nothing, .idea = "wrong on purpose: its kernel writes nothing",
             .types = INT32 | FLOAT32);
