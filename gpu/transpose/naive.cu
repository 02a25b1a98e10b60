/* Transpose, one thread for each element, straight from global to global memory.
 *
 * Blocks of 32 x 32 threads cover the matrix. A warp reads 32 neighbours of a row, one piece of 128 bytes,
 * but writes them down a column: 32 pieces of 4 bytes, each in a memory sector of 32 bytes of its own. So
 * eight times the data is moved between the multiprocessors and the second-level cache, which then gathers
 * the neighbours. coalesced writes rows, too. Elements move as words of their size, whatever their type: no
 * bit may change.
 *
 * Bound: the scattered writes.
 * Limits: 2,097,120 rows (65,535 blocks); any number of columns.
 * Source: course report on matrix transpose on a GTX 770M. */
#include "gpu/transpose/kernels/square_tiles.cuh"

/* a: m x n words, out: n x m words, row-major. */
template <typename Word>
static __global__ void __launch_bounds__(SIDE *SIDE)
    transpose(const Word *__restrict__ a, Word *__restrict__ out, unsigned m, unsigned n)
{
    const unsigned column = blockIdx.x * SIDE + threadIdx.x;
    const unsigned row = blockIdx.y * SIDE + threadIdx.y;
    if (row < m && column < n) {
        out[(size_t)column * m + row] = a[(size_t)row * n + column];
    }
}

static int run(const Task *task)
{
    return transpose_tiles(task, transpose<uint16_t>, transpose<uint32_t>, transpose<uint64_t>, SIDE);
}

extern "C" const Variant variant_gpu_transpose_naive;
const Variant variant_gpu_transpose_naive = {
    .workload = "transpose",
    .name = "gpu/naive",
    .idea = "one thread an element: rows are read together, columns written one element at a time",
    .source = "course report on matrix transpose on a GTX 770M",
    .after = "cpu/naive",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .accepts = accepts_rows,
    .run = run,
};
