/* The tiles of gpu/full_row_stores, for it and for the transposes on several GPUs.
 *
 * They transpose any rows x columns words of one matrix into a part of another. If all rows begin and end
 * at vectors, a tile is 64 x 64 words and is transposed in squares of 4 x 4 (vectorized_tiles.cuh).
 * Otherwise each row of the result is divided at its own boundaries of sectors: it begins `shift` words
 * behind one, and its positions are counted from there. A block takes ROWS positions of STRIP_COLUMNS rows
 * of the result: strips of the input, whose upper and lower edges are ragged. Tiles are numbered down the
 * input by x, across it by y. */
#pragma once

#include "gpu/grid.h"
#include "gpu/launch.h"
#include "gpu/transpose/kernels/vectorized_tiles.cuh"

enum { ROWS = 64, COLUMNS = 64, THREADS = 256 };   /* of a tile, where rows are aligned */
enum { STRIP_COLUMNS = 128, STRIP_THREADS = 512 }; /* where they are not */

/* ---- aligned ---- */

static __device__ inline void transpose_tile(TransposeRegion region, unsigned x, unsigned y)
{
    transpose_patches<ROWS, COLUMNS, THREADS, true>(region, x * ROWS, y * COLUMNS);
}

/* ---- not aligned ---- */

/* Where vector `vector` of row `row` of the transposed strip is kept in that row. The threads of a warp write
 * 32 rows at positions whose last bits depend on the row by SECTOR; groups of SECTOR rows lie apart. */
static __host__ __device__ inline unsigned kept(unsigned row, unsigned vector)
{
    return vector ^ (row / SECTOR % 4 * 2);
}

/* Words by which row `row` of the result begins behind a sector's boundary. */
static __device__ inline unsigned strip_shift(TransposeRegion region, unsigned row)
{
    return (region.to_begins + row * region.to_pitch) % SECTOR;
}

/* Stores four words of a row of `words` from x on, those of them that are in the row: x is negative, as a
 * huge number, where they begin before it. Wholly inside they begin on a vector's boundary. */
static __device__ inline void store_part(uint32_t *row, unsigned words, unsigned x, uint4 four)
{
    if (x < words && words - x >= VECTOR) {
        *(uint4 *)(row + x) = four;
        return;
    }
    const uint32_t each[VECTOR] = {four.x, four.y, four.z, four.w};
#pragma unroll
    for (unsigned i = 0; i < VECTOR; i++) {
        if (x + i < words) {
            row[x + i] = each[i];
        }
    }
}

static __device__ inline void transpose_strip(TransposeRegion region, unsigned tile_x, unsigned tile_y)
{
    constexpr unsigned vectors = ROWS / VECTOR, step = STRIP_THREADS / STRIP_COLUMNS;
    constexpr unsigned middle = (ROWS - SECTOR) / step, words = ROWS / step; /* of a thread */
    static_assert(SECTOR % step == 0 && (ROWS - SECTOR) % step == 0, "all threads read as much");
    __shared__ uint4 transposed[STRIP_COLUMNS][vectors];
    const unsigned top = tile_x * ROWS, left = tile_y * STRIP_COLUMNS; /* top: the first position */
    const unsigned x = threadIdx.x % STRIP_COLUMNS, y = threadIdx.x / STRIP_COLUMNS,
                   shift = strip_shift(region, left + x);
    unsigned position[words];
    uint32_t word[words] = {};

    /* ROWS - SECTOR rows belong to the tile with all their columns. Of those above and below each column has
     * SECTOR: as many above, and one more, as it is shifted, the others below. */
#pragma unroll
    for (unsigned i = 0; i < words; i++) {
        const unsigned edge = y + (i - middle) * step;
        position[i] = i < middle ? shift + 1 + y + i * step : edge <= shift ? edge : edge + ROWS - SECTOR;
        const unsigned row = top + position[i] - shift; /* before the first: a huge number */
        if (row < region.rows && left + x < region.columns) {
            word[i] = region.from[(size_t)row * region.from_pitch + left + x];
        }
    }
#pragma unroll
    for (unsigned i = 0; i < words; i++) {
        uint32_t *to = (uint32_t *)&transposed[x][kept(x, position[i] / VECTOR)];
        to[position[i] % VECTOR] = word[i];
    }
    __syncthreads();
    const unsigned vector = threadIdx.x % vectors;
    uint4 four[words / VECTOR];
#pragma unroll
    for (unsigned i = 0; i < words / VECTOR; i++) {
        const unsigned row = threadIdx.x / vectors + i * (STRIP_THREADS / vectors);
        four[i] = transposed[row][kept(row, vector)];
    }
#pragma unroll
    for (unsigned i = 0; i < words / VECTOR; i++) {
        const unsigned row = left + threadIdx.x / vectors + i * (STRIP_THREADS / vectors);
        if (row < region.columns) {
            store_part(region.to + (size_t)row * region.to_pitch, region.rows,
                       top + vector * VECTOR - strip_shift(region, row), four[i]);
        }
    }
}

/* ---- launches ---- */

/* a: m x n words, out: n x m words, row-major; m and n are multiples of 4. A square has one pitch, and its
 * kernel needs fewer registers. */
template <bool SQUARE>
static __global__ void __launch_bounds__(THREADS)
    transpose_aligned(const uint32_t *__restrict__ a, uint32_t *__restrict__ out, unsigned m, unsigned n)
{
    transpose_tile(matrix_region(a, out, SQUARE ? n : m, n), blockIdx.x, blockIdx.y);
}

/* The same for any m and n. */
static __global__ void __launch_bounds__(STRIP_THREADS)
    transpose_shifted(const uint32_t *__restrict__ a, uint32_t *__restrict__ out, unsigned m, unsigned n)
{
    transpose_strip(matrix_region(a, out, m, n), blockIdx.x, blockIdx.y);
}

/* A grid of the tiles of rows x columns words. */
static inline LaunchShape transpose_shape(unsigned rows, unsigned columns, bool aligned)
{
    LaunchShape shape = {.grid = {gpu_blocks(rows, ROWS), gpu_blocks(columns, COLUMNS), 1},
                         .block = {THREADS, 1, 1}};
    if (!aligned) {
        shape.grid[0] = gpu_blocks(rows + SECTOR - 1, ROWS);
        shape.grid[1] = gpu_blocks(columns, STRIP_COLUMNS);
        shape.block[0] = STRIP_THREADS;
    }
    shape.global_accesses = 2.0 * rows * columns;
    return shape;
}

/* The whole task, by one GPU. */
static inline int transpose_whole(const Task *task)
{
    unsigned m = (unsigned)task->point->m, n = (unsigned)task->point->n; /* far below 2^32 */
    const bool aligned = (m | n) % VECTOR == 0;
    const LaunchShape shape = transpose_shape(m, n, aligned);
    if (!aligned) {
        return GPU_LAUNCH(task, shape, transpose_shifted, task->a, task->out, m, n);
    }
    return m == n ? GPU_LAUNCH(task, shape, transpose_aligned<true>, task->a, task->out, m, n)
                  : GPU_LAUNCH(task, shape, transpose_aligned<false>, task->a, task->out, m, n);
}
