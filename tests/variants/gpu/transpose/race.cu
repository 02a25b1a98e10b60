/* Wrong on purpose: a shared tile is read without waiting for the threads that write it. Often the
 * result is right all the same; `compute-sanitizer --tool racecheck` must find the race. */
#include "gpu/grid.h"
#include "gpu/launch.h"
#include "tests/variants/variant.h"

enum { SIDE = 16 };

static __global__ void transpose(const uint32_t *a, uint32_t *out, size_t n)
{
    __shared__ uint32_t tile[SIDE][SIDE + 1];
    size_t row = (size_t)blockIdx.y * SIDE + threadIdx.y, column = (size_t)blockIdx.x * SIDE + threadIdx.x;
    if (row < n && column < n) {
        tile[threadIdx.y][threadIdx.x] = a[row * n + column];
    }
    /* Here a right one has __syncthreads(). */
    row = (size_t)blockIdx.x * SIDE + threadIdx.y;
    column = (size_t)blockIdx.y * SIDE + threadIdx.x;
    if (row < n && column < n) {
        out[row * n + column] = tile[threadIdx.x][threadIdx.y];
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

TEST_VARIANT(gpu, transpose, race, .idea = "wrong on purpose: reads shared memory without a barrier",
             .types = INT32 | FLOAT32);
