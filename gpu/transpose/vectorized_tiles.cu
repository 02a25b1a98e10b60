/* Transpose by tiles of 64 x 64, with 4 x 4 words in the registers of a thread.
 *
 * A tile twice as wide moves pieces of 256 bytes both ways, so that the memory serves fewer requests for the
 * same data. 256 threads read 16 words each, as four vectors of 16 bytes that are all in flight at once: a
 * quarter of the instructions of gpu/unrolled, and a warp's access is 512 bytes. kernels/vectorized_tiles.cuh
 * describes how the tile is transposed without bank conflicts. Where m or n is no multiple of 4 most rows
 * begin off a vector's boundary; there the same tile moves a word for each thread and access, with 16 loads
 * in flight.
 *
 * Measured on an H200, against cudaMemcpy: 1.01, 0.96, 0.95, 0.94, 0.92 at n 2048, 4096, 8192, 16384, 32768
 * (gpu/unrolled: 0.94, 0.89, 0.86, 0.84, 0.82); 0.62 at 8191 (0.57).
 * Bound: blocks follow each other along the rows of the input, so writes of the same time are in pieces all
 * over the output (full_row_stores).
 * Limits: none. Any m and n.
 * Source: Luitjens, Increase Performance with Vectorized Memory Access, 2013; Ruetsch and Micikevicius,
 * Optimizing Matrix Transpose in CUDA, 2009. */
#include <stdint.h>

#include "gpu/grid.h"
#include "gpu/launch.h"
#include "gpu/transpose/kernels/vectorized_tiles.cuh"

enum { SIDE = 64, THREADS = 256, WORDS = SIDE * SIDE / THREADS };

/* a: m x n words, out: n x m words, row-major; m and n are multiples of 4. A square has one pitch, and its
 * kernel two registers fewer. */
template <bool SQUARE>
static __global__ void __launch_bounds__(THREADS)
    transpose_vectors(const uint32_t *__restrict__ a, uint32_t *__restrict__ out, unsigned m, unsigned n)
{
    transpose_patches<SIDE, SIDE, THREADS, false>(matrix_region(a, out, SQUARE ? n : m, n), blockIdx.y * SIDE,
                                                  blockIdx.x * SIDE);
}

/* The same for any m and n. */
static __global__ void __launch_bounds__(THREADS)
    transpose_words(const uint32_t *__restrict__ a, uint32_t *__restrict__ out, unsigned m, unsigned n)
{
    __shared__ uint32_t tile[SIDE][SIDE + 1];
    const unsigned left = blockIdx.x * SIDE, top = blockIdx.y * SIDE;
    const unsigned x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
    constexpr unsigned step = THREADS / SIDE;
    uint32_t word[WORDS] = {};

    const uint32_t *from = a + (size_t)(top + y) * n + left + x;
#pragma unroll
    for (unsigned i = 0; i < WORDS; i++) {
        if (top + y + i * step < m && left + x < n) {
            word[i] = from[(size_t)(i * step) * n];
        }
    }
#pragma unroll
    for (unsigned i = 0; i < WORDS; i++) {
        tile[y + i * step][x] = word[i];
    }
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < WORDS; i++) {
        word[i] = tile[x][y + i * step];
    }
    uint32_t *to = out + (size_t)(left + y) * m + top + x;
#pragma unroll
    for (unsigned i = 0; i < WORDS; i++) {
        if (left + y + i * step < n && top + x < m) {
            to[(size_t)(i * step) * m] = word[i];
        }
    }
}

static int run(const Task *task)
{
    unsigned m = (unsigned)task->point->m, n = (unsigned)task->point->n; /* far below 2^32 */
    LaunchShape shape = {.grid = {gpu_blocks(n, SIDE), gpu_blocks(m, SIDE), 1}, .block = {THREADS, 1, 1}};
    shape.global_accesses = 2.0 * m * n;
    if ((m | n) % VECTOR != 0) {
        return GPU_LAUNCH(task, shape, transpose_words, task->a, task->out, m, n);
    }
    return m == n ? GPU_LAUNCH(task, shape, transpose_vectors<true>, task->a, task->out, m, n)
                  : GPU_LAUNCH(task, shape, transpose_vectors<false>, task->a, task->out, m, n);
}

extern "C" const Variant variant_gpu_transpose_vectorized_tiles;
const Variant variant_gpu_transpose_vectorized_tiles = {
    .workload = "transpose",
    .name = "gpu/vectorized_tiles",
    .idea = "64 x 64 tiles by 16 bytes an access: a thread transposes 4 x 4 words in its registers",
    .source = "Luitjens, Vectorized Memory Access, 2013; Ruetsch and Micikevicius 2009",
    .after = "gpu/unrolled",
    .types = INT32 | FLOAT32,
    .run = run,
};
