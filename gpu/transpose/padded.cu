/* Transpose through a tile in shared memory whose rows are padded by one word.
 *
 * Shared memory has 32 banks, word i in bank i modulo 32, and serves a warp at once if its words are in
 * different banks. With rows of 32 words a column of the tile is all in one bank; with rows of 33 its words
 * are one bank further each, and reading it takes one access instead of 32.
 *
 * Bound: each thread still moves a single element, so few loads are in flight, and 1024 threads wait for each
 * other at the barrier (unrolled).
 * Limits: 2,097,120 rows (65,535 blocks); any number of columns.
 * Source: course report on matrix transpose on a GTX 770M; Ruetsch and Micikevicius, Optimizing Matrix
 * Transpose in CUDA, 2009. */
#include "gpu/transpose/kernels/square_tiles.cuh"

/* a: m x n words, out: n x m words, row-major. */
template <typename Word>
static __global__ void __launch_bounds__(SIDE *SIDE)
    transpose(const Word *__restrict__ a, Word *__restrict__ out, unsigned m, unsigned n)
{
    __shared__ Word tile[SIDE][SIDE + 1];
    const unsigned left = blockIdx.x * SIDE, top = blockIdx.y * SIDE;
    const unsigned x = threadIdx.x, y = threadIdx.y;

    if (top + y < m && left + x < n) {
        tile[y][x] = a[(size_t)(top + y) * n + left + x];
    }
    __syncthreads();
    if (left + y < n && top + x < m) {
        out[(size_t)(left + y) * m + top + x] = tile[x][y];
    }
}

static int run(const Task *task)
{
    return transpose_tiles(task, transpose<uint16_t>, transpose<uint32_t>, transpose<uint64_t>, SIDE);
}

extern "C" const Variant variant_gpu_transpose_padded;
const Variant variant_gpu_transpose_padded = {
    .workload = "transpose",
    .name = "gpu/padded",
    .idea = "the tile is 33 words wide: a column of it spreads over all 32 banks of shared memory",
    .source = "course report on matrix transpose on a GTX 770M; Ruetsch and Micikevicius 2009",
    .after = "gpu/coalesced",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .accepts = accepts_rows,
    .run = run,
};
