/* matmul gpu/reworks: computes REWORK percent of the rows, an environment variable, once more, in further
 * blocks of the same launch. For compare: a slowdown of that size that is work like any other. Exact where n
 * is a multiple of 800 and the blocks fill the GPU many times. */
#include <stdlib.h>

#include "gpu/grid.h"
#include "gpu/launch.h"
#include "tests/variants/variant.h"

enum { WIDTH = 32, HEIGHT = 8 };

/* Blocks behind the last row begin again at the first; both write the same value. */
static __global__ void multiply(const float *a, const float *b, float *out, size_t n, unsigned rows_of_blocks)
{
    const size_t row = (size_t)(blockIdx.y % rows_of_blocks) * HEIGHT + threadIdx.y,
                 column = (size_t)blockIdx.x * WIDTH + threadIdx.x;
    if (row >= n || column >= n) {
        return;
    }
    float sum = 0;
    for (size_t k = 0; k < n; k++) {
        sum += a[row * n + k] * b[k * n + column];
    }
    out[row * n + column] = sum;
}

static int run(const Task *task)
{
    const float *a = (const float *)task->a, *b = (const float *)task->b;
    float *out = (float *)task->out;
    size_t n = task->point->n;
    const char *percent = getenv("REWORK");
    unsigned rows = gpu_blocks(n, HEIGHT);
    const unsigned again = percent != NULL ? (unsigned)(rows * strtoul(percent, NULL, 10) / 100) : 0;
    const LaunchShape shape = {.grid = {gpu_blocks(n, WIDTH), rows + again, 1}, .block = {WIDTH, HEIGHT, 1}};
    return GPU_LAUNCH(task, shape, multiply, a, b, out, n, rows);
}

TEST_VARIANT(gpu, matmul, reworks, .idea = "right, computes REWORK percent of the rows twice",
             .types = FLOAT32);
