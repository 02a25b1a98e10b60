/* Wrong on purpose: a right product but for its last element, which is NaN. A comparison that is not
 * written as error <= limit lets it pass; the row must say `wrong`. */
#include <math.h>

#include "tests/variants/gpu/matmul/plain_product.cuh"

static __global__ void write_nan(float *out, size_t at)
{
    out[at] = nanf("");
}

static int run(const Task *task)
{
    float *out = (float *)task->out;
    const size_t last = task->point->n * task->point->n - 1;
    const LaunchShape shape = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    return plain_product(task, 0) != 0 ? -1 : GPU_LAUNCH(task, shape, write_nan, out, last);
}

TEST_VARIANT(gpu, matmul, writes_nan, .idea = "wrong on purpose: one element of the product is NaN",
             .types = FLOAT32);
