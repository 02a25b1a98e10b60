/* Wrong on purpose: a kernel that waits for what never comes. The row must say `timeout`, and
 * killing the worker must free the GPU for the points after it. */
#include "gpu/launch.h"
#include "tests/variants/variant.h"

static __global__ void wait_forever(volatile uint32_t *out)
{
    while (true) {
        out[0] = out[0] + 1;
    }
}

static int run(const Task *task)
{
    uint32_t *out = (uint32_t *)task->out;
    const LaunchShape shape = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    return GPU_LAUNCH(task, shape, wait_forever, out);
}

TEST_VARIANT(gpu, transpose, never_ends, .idea = "wrong on purpose: its kernel never ends",
             .types = INT32 | FLOAT32);
