/* Wrong on purpose: right when it runs for the first time in a sample, and silent the second time, which is
 * the one that is timed when kernels are short. The row must say `wrong`. */
#include "gpu/grid.h"
#include "gpu/launch.h"
#include "tests/variants/variant.h"

static __global__ void transpose(const uint32_t *in, uint32_t *out, size_t n)
{
    const size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (column < n) {
        out[column * n + row] = in[row * n + column];
    }
}

static int run(const Task *task)
{
    static unsigned long runs;
    size_t n = runs++ % 2 == 0 ? task->point->n : 0;
    const unsigned side = (unsigned)task->point->n;
    const LaunchShape shape = {.grid = {gpu_blocks(side, 128), side, 1}, .block = {128, 1, 1}};
    return GPU_LAUNCH(task, shape, transpose, task->a, task->out, n);
}

TEST_VARIANT(gpu, transpose, right_once, .idea = "wrong on purpose: right the first time in a sample only",
             .types = INT32 | FLOAT32);
