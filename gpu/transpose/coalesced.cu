/* Transpose through a tile in shared memory, so that global memory is accessed along rows only.
 *
 * A block reads a tile of 32 x 32 along its rows, and after a barrier writes the tile's columns as rows of
 * the output: both ways a warp moves one piece of 128 bytes. The scattered access happens in shared memory,
 * on the chip.
 *
 * Bound: bank conflicts. A column of the tile is 32 words apart, so all 32 of them are in one of the 32 banks
 * and are read one after the other. padded moves them apart.
 * Limits: 2,097,120 rows (65,535 blocks); any number of columns.
 * Source: course report on matrix transpose on a GTX 770M; Ruetsch and Micikevicius, Optimizing Matrix
 * Transpose in CUDA, 2009. */
#include "gpu/transpose/kernels/square_tiles.cuh"

/* a: m x n words, out: n x m words, row-major. */
template <typename Word>
static __global__ void __launch_bounds__(SIDE *SIDE)
    transpose(const Word *__restrict__ a, Word *__restrict__ out, unsigned m, unsigned n)
{
    __shared__ Word tile[SIDE][SIDE];
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

extern "C" const Variant variant_gpu_transpose_coalesced;
const Variant variant_gpu_transpose_coalesced = {
    .workload = "transpose",
    .name = "gpu/coalesced",
    .idea = "a 32 x 32 tile in shared memory: global memory is read and written along rows",
    .source = "course report on matrix transpose on a GTX 770M; Ruetsch and Micikevicius 2009",
    .after = "gpu/naive",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .accepts = accepts_rows,
    .run = run,
};
