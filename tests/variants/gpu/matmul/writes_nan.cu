/* Wrong on purpose: a right product but for its last element, which is NaN. A comparison that is not
 * written as error <= limit lets it pass; the row must say `wrong`. */
#include <math.h>

#include "gpu/grid.h"
#include "gpu/launch.h"
#include "tests/variants/variant.h"

enum { SIDE = 16 };

static __global__ void multiply(const float *a, const float *b, float *out, size_t n)
{
    const size_t row = (size_t)blockIdx.y * SIDE + threadIdx.y,
                 column = (size_t)blockIdx.x * SIDE + threadIdx.x;
    if (row >= n || column >= n) {
        return;
    }
    float sum = 0;
    for (size_t k = 0; k < n; k++) {
        sum += a[row * n + k] * b[k * n + column];
    }
    out[row * n + column] = row == n - 1 && column == n - 1 ? nanf("") : sum;
}

static int run(const Task *task)
{
    const float *a = (const float *)task->a, *b = (const float *)task->b;
    float *out = (float *)task->out;
    size_t n = task->point->n;
    const unsigned blocks = gpu_blocks(n, SIDE);
    const LaunchShape shape = {.grid = {blocks, blocks, 1}, .block = {SIDE, SIDE, 1}};
    return GPU_LAUNCH(task, shape, multiply, a, b, out, n);
}

TEST_VARIANT(gpu, matmul, writes_nan, .idea = "wrong on purpose: one element of the product is NaN",
             .types = FLOAT32);
