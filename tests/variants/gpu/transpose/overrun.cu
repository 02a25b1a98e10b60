/* Wrong on purpose: transposes, and then writes one element past the end of the output. Only a memory
 * checker notices: `compute-sanitizer --tool memcheck` must. */
#include "gpu/grid.h"
#include "gpu/launch.h"
#include "tests/variants/variant.h"

enum { SIDE = 16 };

static __global__ void transpose(const uint32_t *a, uint32_t *out, size_t n)
{
    size_t row = (size_t)blockIdx.y * SIDE + threadIdx.y, column = (size_t)blockIdx.x * SIDE + threadIdx.x;
    if (row < n && column < n) {
        out[column * n + row] = a[row * n + column];
    }
    if (row == 0 && column == 0) {
        out[n * n] = a[0];
    }
}

static int run(const Task *task)
{
    const uint32_t *a = (const uint32_t *)task->a;
    uint32_t *out = (uint32_t *)task->out;
    size_t n = task->point->n;
    const unsigned blocks = gpu_blocks(n, SIDE);
    const LaunchShape shape = {.grid = {blocks, blocks, 1}, .block = {SIDE, SIDE, 1}};
    return GPU_LAUNCH(task, shape, transpose, a, out, n);
}

TEST_VARIANT(gpu, transpose, overrun, .idea = "wrong on purpose: writes one element past the end",
             .types = INT32 | FLOAT32);
