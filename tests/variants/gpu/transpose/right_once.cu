/* Wrong on purpose: right when it runs for the first time in a sample, and silent the second time, which is
 * the one that is timed when kernels are short. The row must say `wrong`. */
#include "tests/variants/gpu/transpose/plain_transpose.cuh"

static __global__ void nothing(void)
{
}

static int run(const Task *task)
{
    static unsigned long runs;
    const LaunchShape shape = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    return runs++ % 2 == 0 ? plain_transpose(task) : GPU_LAUNCH(task, shape, nothing);
}

TEST_VARIANT(gpu, transpose, right_once, .idea = "wrong on purpose: right the first time in a sample only",
             .types = INT32 | FLOAT32);
