/* The phases with 2 x 2 cells a thread, for gpu/large_block and gpu/occupancy, which differ only in the
 * registers that a thread may have. Before it includes this file, each defines RESIDENT(threads): how many
 * thread blocks of that many threads a multiprocessor must be able to hold.
 *
 * A block of BLOCK x BLOCK cells has BLOCK / 2 x BLOCK / 2 threads. The cells of a thread are half a block
 * apart, so that the threads of a warp still read and write neighbouring cells. */
#pragma once

#include "gpu/apsp/kernels/blocked.cuh"

enum { CELLS = 2 }; /* a side of a thread's cells */

constexpr unsigned threads_of(unsigned block)
{
    return (block / CELLS) * (block / CELLS);
}

#define FOUR_CELLS_BOUNDS(block) __launch_bounds__(threads_of(block), RESIDENT(threads_of(block)))

/* Rows of a tile are 4 words longer than the block: where a warp spans several rows (blocks of
 * 8, 16, 32) these then start in different banks, and each row still starts on 16 bytes, so that
 * the compiler can fetch left[row][k .. k + 3] at once. */
enum { PADDING = 4 };
template <unsigned BLOCK> using Tile = int32_t[BLOCK][BLOCK + PADDING];

template <unsigned BLOCK> static __device__ inline unsigned row_of(unsigned i)
{
    return threadIdx.y + i * (BLOCK / CELLS);
}

template <unsigned BLOCK> static __device__ inline unsigned column_of(unsigned j)
{
    return threadIdx.x + j * (BLOCK / CELLS);
}

/* Reads this thread's cells of a block in global memory into a tile. */
template <unsigned BLOCK>
static __device__ inline void fetch(Tile<BLOCK> &tile, const int32_t *block, size_t pitch)
{
#pragma unroll
    for (unsigned i = 0; i < CELLS; i++) {
#pragma unroll
        for (unsigned j = 0; j < CELLS; j++) {
            unsigned row = row_of<BLOCK>(i), column = column_of<BLOCK>(j);
            tile[row][column] = block[row * pitch + column];
        }
    }
}

/* One step of this thread's cells. */
template <unsigned BLOCK>
static __device__ inline void relax(int32_t (&cells)[CELLS][CELLS], const Tile<BLOCK> &left,
                                    const Tile<BLOCK> &top, unsigned k)
{
#pragma unroll
    for (unsigned i = 0; i < CELLS; i++) {
#pragma unroll
        for (unsigned j = 0; j < CELLS; j++) {
            int32_t sum = left[row_of<BLOCK>(i)][k] + top[k][column_of<BLOCK>(j)];
            cells[i][j] = min(cells[i][j], sum);
        }
    }
}

/* All steps of a block that is itself the left operand, the top one, or both (then left and top are
 * one tile), and back to global memory. In step k the others read row k of top and column k of left;
 * both do not change in it, and are not stored: even the same value beside a read is a race. */
template <unsigned BLOCK>
static __device__ inline void relax_in_step(Tile<BLOCK> &left, Tile<BLOCK> &top, bool is_left, bool is_top,
                                            int32_t *block, size_t pitch)
{
    Tile<BLOCK> &mine = is_top ? top : left;
    int32_t cells[CELLS][CELLS];
#pragma unroll
    for (unsigned i = 0; i < CELLS; i++) {
#pragma unroll
        for (unsigned j = 0; j < CELLS; j++) {
            cells[i][j] = mine[row_of<BLOCK>(i)][column_of<BLOCK>(j)];
        }
    }
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < BLOCK; k++) {
        relax<BLOCK>(cells, left, top, k);
#pragma unroll
        for (unsigned i = 0; i < CELLS; i++) {
#pragma unroll
            for (unsigned j = 0; j < CELLS; j++) {
                unsigned row = row_of<BLOCK>(i), column = column_of<BLOCK>(j);
                if (!(is_top && row == k) && !(is_left && column == k)) {
                    mine[row][column] = cells[i][j];
                }
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < CELLS; i++) {
#pragma unroll
        for (unsigned j = 0; j < CELLS; j++) {
            block[row_of<BLOCK>(i) * pitch + column_of<BLOCK>(j)] = cells[i][j];
        }
    }
}

template <unsigned BLOCK>
static __global__ void FOUR_CELLS_BOUNDS(BLOCK) pivot(int32_t *matrix, size_t pitch, unsigned round)
{
    __shared__ __align__(16) Tile<BLOCK> tile;
    int32_t *block = block_at(matrix, pitch, BLOCK, round, round);
    fetch<BLOCK>(tile, block, pitch);
    relax_in_step<BLOCK>(tile, tile, true, true, block, pitch);
}

template <unsigned BLOCK>
static __global__ void FOUR_CELLS_BOUNDS(BLOCK) cross(int32_t *matrix, size_t pitch, unsigned round)
{
    __shared__ __align__(16) Tile<BLOCK> pivot, mine;
    unsigned other = other_block(blockIdx.x, round);
    bool in_row = blockIdx.y == 0;
    int32_t *block = block_at(matrix, pitch, BLOCK, in_row ? round : other, in_row ? other : round);
    fetch<BLOCK>(pivot, block_at(matrix, pitch, BLOCK, round, round), pitch);
    fetch<BLOCK>(mine, block, pitch);
    if (in_row) {
        relax_in_step<BLOCK>(pivot, mine, false, true, block, pitch);
    } else {
        relax_in_step<BLOCK>(mine, pivot, true, false, block, pitch);
    }
}

template <unsigned BLOCK>
static __device__ inline void relax_rest(int32_t *matrix, size_t pitch, unsigned round)
{
    __shared__ __align__(16) Tile<BLOCK> left, top;
    unsigned block_row = other_block(blockIdx.y, round), block_column = other_block(blockIdx.x, round);
    int32_t *block = block_at(matrix, pitch, BLOCK, block_row, block_column);
    fetch<BLOCK>(left, block_at(matrix, pitch, BLOCK, block_row, round), pitch);
    fetch<BLOCK>(top, block_at(matrix, pitch, BLOCK, round, block_column), pitch);

    int32_t cells[CELLS][CELLS];
#pragma unroll
    for (unsigned i = 0; i < CELLS; i++) {
#pragma unroll
        for (unsigned j = 0; j < CELLS; j++) {
            cells[i][j] = block[row_of<BLOCK>(i) * pitch + column_of<BLOCK>(j)];
        }
    }
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < BLOCK; k++) {
        relax<BLOCK>(cells, left, top, k);
    }
#pragma unroll
    for (unsigned i = 0; i < CELLS; i++) {
#pragma unroll
        for (unsigned j = 0; j < CELLS; j++) {
            block[row_of<BLOCK>(i) * pitch + column_of<BLOCK>(j)] = cells[i][j];
        }
    }
}

/* Apart from its kernel: so nvcc 13 generates the code that was measured. */
template <unsigned BLOCK>
static __global__ void FOUR_CELLS_BOUNDS(BLOCK) rest(int32_t *matrix, size_t pitch, unsigned round)
{
    relax_rest<BLOCK>(matrix, pitch, round);
}

static inline int four_cells_accepts(const Point *point, Error *error)
{
    if (point->block != 8 && point->block != 16 && point->block != 32 && point->block != 64) {
        return error_set(error,
                         "block %zu is not for this variant: use 8, 16, 32 or 64 (a thread has 2 x 2 cells, "
                         "and 64 x 64 threads for 128 exceed the 1024 that a thread block can have)",
                         point->block);
    }
    return gpu_accepts_rows(point, COPY_ROWS, error);
}

static inline int four_cells_run(const Task *task)
{
    const PhaseKernels phases[] = {{pivot<8>, cross<8>, rest<8>},
                                   {pivot<16>, cross<16>, rest<16>},
                                   {pivot<32>, cross<32>, rest<32>},
                                   {pivot<64>, cross<64>, rest<64>}};
    return blocked_run_shared(task, kernels_for_block(task, phases), CELLS);
}
