/* Transpose through a padded tile, four elements for each thread.
 *
 * 32 x 8 threads move a tile of 32 x 32 in four unrolled steps: all four loads are in flight before the first
 * is needed, the indices are computed once for four elements, and a block is a quarter as large, so more
 * blocks share a multiprocessor and fewer threads wait at each barrier.
 *
 * Bound: the traffic, 8 n^2 bytes. A tile of 32 moves pieces of 128 bytes; only larger tiles come closer to
 * the speed of a copy (vectorized_tiles).
 * Limits: 2,097,120 rows (65,535 blocks); any number of columns.
 * Source: course report on matrix transpose on a GTX 770M; Ruetsch and Micikevicius, Optimizing Matrix
 * Transpose in CUDA, 2009; Harris, An Efficient Matrix Transpose in CUDA C/C++, 2013. */
#include "gpu/transpose/kernels/square_tiles.cuh"

enum { ROWS = 8, STEPS = SIDE / ROWS };

/* a: m x n words, out: n x m words, row-major. */
template <typename Word>
static __global__ void __launch_bounds__(SIDE *ROWS)
    transpose(const Word *__restrict__ a, Word *__restrict__ out, unsigned m, unsigned n)
{
    __shared__ Word tile[SIDE][SIDE + 1];
    const unsigned left = blockIdx.x * SIDE, top = blockIdx.y * SIDE;
    const unsigned x = threadIdx.x, y = threadIdx.y;
    Word word[STEPS] = {};

    const Word *from = a + (size_t)(top + y) * n + left + x;
#pragma unroll
    for (int s = 0; s < STEPS; s++) {
        if (top + y + s * ROWS < m && left + x < n) {
            word[s] = *from;
        }
        from += (size_t)ROWS * n;
    }
#pragma unroll
    for (int s = 0; s < STEPS; s++) {
        tile[y + s * ROWS][x] = word[s];
    }
    __syncthreads();
#pragma unroll
    for (int s = 0; s < STEPS; s++) {
        word[s] = tile[x][y + s * ROWS];
    }
    Word *to = out + (size_t)(left + y) * m + top + x;
#pragma unroll
    for (int s = 0; s < STEPS; s++) {
        if (left + y + s * ROWS < n && top + x < m) {
            *to = word[s];
        }
        to += (size_t)ROWS * m;
    }
}

static int run(const Task *task)
{
    return transpose_tiles(task, transpose<uint16_t>, transpose<uint32_t>, transpose<uint64_t>, ROWS);
}

extern "C" const Variant variant_gpu_transpose_unrolled;
const Variant variant_gpu_transpose_unrolled = {
    .workload = "transpose",
    .name = "gpu/unrolled",
    .idea = "32 x 8 threads, each four elements in an unrolled loop: four loads in flight at once",
    .source = "course report on matrix transpose on a GTX 770M; Ruetsch and Micikevicius 2009",
    .after = "gpu/padded",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .accepts = accepts_rows,
    .run = run,
};
