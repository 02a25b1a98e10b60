/* Transpose whose results appear as whole rows, one piece after the other.
 *
 * Tiles are as in gpu/patches, but blocks follow each other down a column of
 * tiles of the input, which is a row of tiles of the output: blocks that
 * run at the same time write pieces of the same 64 rows that join each
 * other, and the memory sees long writes. The reads are the scattered side now, in
 * pieces of 256 bytes, which costs less: a copy of tiles to their transposed places that
 * turns nothing is as slow, so the pattern is what is left between this and a copy.
 *
 * Where n is no multiple of 4, rows of the output begin anywhere in a sector of
 * the memory (32 bytes). A tile cut straight would write sectors by halves,
 * and without vectors. So each row of the output is cut at its own
 * boundaries of sectors: with s = j n mod 8, the words by which row j begins
 * behind a boundary, it is counted in positions p = i + s, and a block takes
 * positions, not columns. Every write is then a whole aligned vector, but at the
 * ends of the rows. In the input the tile becomes a strip of ROWS + 7 rows whose
 * upper and lower edges are ragged; reads are of single words, which need no
 * alignment, and the edge's sectors are read twice, the second time from a cache.
 *
 * All accesses of the aligned tiles say that they come once (__ldcs, __stcs), so
 * that more of what the second-level cache holds of the input stays there.
 * Measured on an H200, against cudaMemcpy: 1.05, 0.99, 0.97, 0.97, 0.95 at n 2048, 4096, 8192, 16384,
 * 32768 (gpu/patches: 1.01, 0.96, 0.95, 0.94, 0.92); 0.98, 0.96, 0.94, 0.92 at 4097, 5001, 8191, 10001
 * (0.71, 0.68, 0.62, 0.59).
 * Sources: Ruetsch and Micikevicius, Optimizing Matrix Transpose in CUDA, 2009 (the
 * order of blocks, there for another reason); the cut is ours. */
#include <stdint.h>

#include "gpu/grid.h"
#include "gpu/launch.h"
#include "gpu/transpose/patches.cuh"

enum { ROWS = 64, COLUMNS = 64, THREADS = 256 }; /* of a tile, where rows are aligned */
enum { STRIP_COLUMNS = 128, STRIP_THREADS = 512, SECTOR = 8 /* words */ }; /* where they are not */

/* a, out: n x n words, row-major; n is a multiple of 4. */
static __global__ void __launch_bounds__(THREADS)
    transpose_aligned(const uint32_t *__restrict__ a, uint32_t *__restrict__ out, unsigned n)
{
    turn_patches<ROWS, COLUMNS, THREADS, true>(a, out, n, blockIdx.x * ROWS, blockIdx.y * COLUMNS);
}

/* Where vector `vector` of row `row` of the turned strip is kept in that row. The threads of a warp write
 * 32 rows at positions whose last bits depend on the row by SECTOR; groups of SECTOR rows lie apart. */
static __host__ __device__ inline unsigned kept(unsigned row, unsigned vector)
{
    return vector ^ (row / SECTOR % 4 * 2);
}

/* Stores four words of a row from x on, those of them that are in the row: x is negative, as a huge number,
 * where they begin before it. Wholly inside they begin on a vector's boundary. */
static __device__ inline void store_part(uint32_t *row, unsigned n, unsigned x, uint4 four)
{
    if (x < n && n - x >= VECTOR) {
        *(uint4 *)(row + x) = four;
        return;
    }
    const uint32_t each[VECTOR] = {four.x, four.y, four.z, four.w};
#pragma unroll
    for (unsigned i = 0; i < VECTOR; i++) {
        if (x + i < n) {
            row[x + i] = each[i];
        }
    }
}

/* The same for any n. Positions begin `shift` words before the row. */
static __global__ void __launch_bounds__(STRIP_THREADS)
    transpose_shifted(const uint32_t *__restrict__ a, uint32_t *__restrict__ out, unsigned n)
{
    constexpr unsigned vectors = ROWS / VECTOR, step = STRIP_THREADS / STRIP_COLUMNS;
    constexpr unsigned middle = (ROWS - SECTOR) / step, words = ROWS / step; /* of a thread */
    static_assert(SECTOR % step == 0 && (ROWS - SECTOR) % step == 0, "all threads read as much");
    __shared__ uint4 turned[STRIP_COLUMNS][vectors];
    const unsigned top = blockIdx.x * ROWS, left = blockIdx.y * STRIP_COLUMNS; /* top: the first position */
    const unsigned x = threadIdx.x % STRIP_COLUMNS, y = threadIdx.x / STRIP_COLUMNS,
                   shift = (left + x) * n % SECTOR;
    unsigned position[words];
    uint32_t word[words] = {};

    /* ROWS - SECTOR rows of a belong to the tile with all their columns. Of those above and below each column
     * has SECTOR: as many above, and one more, as it is shifted, the others below. */
#pragma unroll
    for (unsigned i = 0; i < words; i++) {
        const unsigned edge = y + (i - middle) * step;
        position[i] = i < middle ? shift + 1 + y + i * step : edge <= shift ? edge : edge + ROWS - SECTOR;
        const unsigned row = top + position[i] - shift; /* before the matrix: a huge number */
        if (row < n && left + x < n) {
            word[i] = a[(size_t)row * n + left + x];
        }
    }
#pragma unroll
    for (unsigned i = 0; i < words; i++) {
        uint32_t *to = (uint32_t *)&turned[x][kept(x, position[i] / VECTOR)];
        to[position[i] % VECTOR] = word[i];
    }
    __syncthreads();
    const unsigned vector = threadIdx.x % vectors;
    uint4 four[words / VECTOR];
#pragma unroll
    for (unsigned i = 0; i < words / VECTOR; i++) {
        const unsigned row = threadIdx.x / vectors + i * (STRIP_THREADS / vectors);
        four[i] = turned[row][kept(row, vector)];
    }
#pragma unroll
    for (unsigned i = 0; i < words / VECTOR; i++) {
        const unsigned row = left + threadIdx.x / vectors + i * (STRIP_THREADS / vectors);
        if (row < n) {
            store_part(out + (size_t)row * n, n, top + vector * VECTOR - row * n % SECTOR, four[i]);
        }
    }
}

static int run(const Task *task)
{
    const void *a = task->a;
    void *out = task->out;
    unsigned n = (unsigned)task->point->n; /* far below 2^32: n x n words are in memory */
    const bool aligned = n % VECTOR == 0;
    LaunchShape shape = {.grid = {gpu_blocks(n, ROWS), gpu_blocks(n, COLUMNS), 1}, .block = {THREADS, 1, 1}};
    if (!aligned) {
        shape.grid[0] = gpu_blocks(n + SECTOR - 1, ROWS);
        shape.grid[1] = gpu_blocks(n, STRIP_COLUMNS);
        shape.block[0] = STRIP_THREADS;
    }
    shape.global_accesses = 2.0 * (double)n * (double)n;
    void *arguments[] = {&a, &out, &n};
    return aligned ? GPU_LAUNCH(task, transpose_aligned, &shape, arguments)
                   : GPU_LAUNCH(task, transpose_shifted, &shape, arguments);
}

extern "C" {
extern const Variant variant_gpu_transpose_whole_rows;
}
const Variant variant_gpu_transpose_whole_rows = {
    .workload = "transpose",
    .name = "gpu/whole_rows",
    .idea = "blocks go down the input's tiles, so that results join to whole rows, cut at their own sectors",
    .source = "Ruetsch and Micikevicius, Optimizing Matrix Transpose in CUDA, 2009",
    .after = "gpu/patches",
    .types = INT32 | FLOAT32,
    .run = run,
};
