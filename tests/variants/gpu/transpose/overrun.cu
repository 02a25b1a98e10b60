/* Wrong on purpose: transposes, and then writes one element past the end of the output. Only a memory
 * checker notices: `compute-sanitizer --tool memcheck` must. */
#include "tests/variants/gpu/transpose/plain_transpose.cuh"

static __global__ void write_past_end(uint32_t *out, size_t elements)
{
    out[elements] = out[0];
}

static int run(const Task *task)
{
    uint32_t *out = (uint32_t *)task->out;
    const size_t elements = task->point->n * task->point->n;
    const LaunchShape shape = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    return plain_transpose(task) != 0 ? -1 : GPU_LAUNCH(task, shape, write_past_end, out, elements);
}

TEST_VARIANT(gpu, transpose, overrun, .idea = "wrong on purpose: writes one element past the end",
             .types = INT32 | FLOAT32);
