/* Wrong on purpose: each device hands its rows to the next by way of its own workspace, and no event says
 * when they are there. On GPUs that is right most of the time. */
#include "gpu/parts.h"
#include "tests/variants/variant.h"

static size_t workspace(const Point *point)
{
    return distribution_even_block(point->n, point->devices) * point->n * type_size(point->type);
}

static int run(const Task *task)
{
    const unsigned devices = task->point->devices;
    for (unsigned d = 0; d < devices; d++) {
        const DeviceSlice *part = &task->parts[d], *next = &task->parts[(d + 1) % devices];
        const size_t bytes = part->rows * task->point->n * type_size(task->point->type);
        if (GPU_CHECK(task, cudaMemcpyAsync(part->workspace, part->a, bytes, cudaMemcpyDefault,
                                            part_stream(task, d))) != 0 ||
            GPU_CHECK(task, cudaMemcpyAsync(next->out, part->workspace, bytes, cudaMemcpyDefault,
                                            part_stream(task, (d + 1) % devices))) != 0) {
            return -1;
        }
    }
    return 0;
}

TEST_VARIANT(gpu, copy, unordered, .idea = "wrong on purpose: no device waits for the rows",
             .types = INT32 | FLOAT32, .axes = AXIS_DEVICES, .first_owner = 1, .workspace = workspace);
