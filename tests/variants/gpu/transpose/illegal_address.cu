/* Wrong on purpose: writes to an address that is not allocated. The context is lost with it, so
 * the row must say `failed` with CUDA's reason, and the points after it need a new worker. */
#include "gpu/launch.h"
#include "tests/variants/variant.h"

static __global__ void write_far(uint32_t *out, size_t far)
{
    out[far] = 1;
}

static int run(const Task *task)
{
    uint32_t *out = (uint32_t *)task->out;
    size_t far = (size_t)1 << 45; /* elements: beyond what a GPU can address */
    const LaunchShape shape = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    return GPU_LAUNCH(task, shape, write_far, out, far);
}

TEST_VARIANT(gpu, transpose, illegal_address,
             .idea = "wrong on purpose: writes to an address that is not allocated",
             .types = INT32 | FLOAT32);
