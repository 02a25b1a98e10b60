/* The product of split operands by mma.sync: tensor cores of Ampere and later.
 *
 * A block of eight warps computes 128 x 128 results, a warp 64 x 32, or half as many rows. Slices of both
 * operands are copied by cp.async through a ring of MMA_RING stages, and reach the tensor cores through
 * ldmatrix, four 8 x 8 matrices of 16-byte rows at once. A warp holds the 32 columns of B of a slice in
 * registers and multiplies the rows of A sixteen at a time. Kind defines what it multiplies and how it adds
 * (mma_split_fp16.cu, mma_int8_limbs.cu):
 *
 *     Kind::ROWS                of a warp
 *     Kind::Total               of sums of the tensor core
 *     Kind::Result              where results are written: row_of, store_pair
 *     Kind::multiply            adds one slice to tiles of 16 x 8
 *     Kind::value               of a total
 *
 * Thread t of a warp holds of a 16 x 8 tile the columns 2 (t mod 4) and the next, in rows t / 4 (totals 0, 1)
 * and t / 4 + 8 (totals 2, 3).
 *
 * Source: NVIDIA, PTX ISA, mma.m16n8k16, mma.m16n8k32, ldmatrix, cp.async. */
#pragma once

#include "gpu/launch.h"
#include "gpu/matmul/kernels/instructions.cuh"
#include "gpu/matmul/kernels/operand_split.cuh"

enum {
    MMA_COLUMNS = 32,           /* of results of a warp; of a block: */
    MMA_TILE = 4 * MMA_COLUMNS, /* columns, by two warps' rows */
    MMA_THREADS = 256,
    MMA_RING = 3, /* 96 KB: the limit of a block on every GPU from 8.0 on */
    MMA_B_PIECE = MMA_TILE * LINE_BYTES,
};

/* Of the block's tile. */
template <typename Kind> struct MmaTile {
    static constexpr int ROWS = 2 * Kind::ROWS;
    static constexpr int A_PIECE = ROWS * LINE_BYTES;
    static constexpr int STAGE = A_PIECE + MMA_B_PIECE;
    static constexpr int SHARED = MMA_RING * STAGE;
};

/* Rows and chunks of A's 16 x 32 bytes, in the order of the fragment: rows 0-7, 8-15 of the first 16 bytes,
 * then of the second. Offset of the lane's row within a piece. */
static __host__ __device__ __forceinline__ unsigned a_row_offset(unsigned lane, unsigned first,
                                                                 unsigned group)
{
    return chunk_offset(first + lane % 16, 2 * group + lane / 16);
}

/* The same of B: eight columns' both chunks, then the next eight columns'. */
static __host__ __device__ __forceinline__ unsigned b_row_offset(unsigned lane, unsigned first,
                                                                 unsigned group)
{
    return chunk_offset(first + lane / 16 * 8 + lane % 8, 2 * group + lane / 8 % 2);
}

/* All threads start copies of one slice of the block's tile: of A's piece and of B's. */
template <typename Kind>
static __device__ __forceinline__ void fetch_slice(unsigned stage, const unsigned char *a,
                                                   const unsigned char *b)
{
    typedef MmaTile<Kind> Tile;
#pragma unroll
    for (unsigned at = threadIdx.x * CHUNK_BYTES; at < Tile::A_PIECE; at += MMA_THREADS * CHUNK_BYTES) {
        copy_async<CHUNK_BYTES>(stage + at, a + at);
    }
#pragma unroll
    for (unsigned at = threadIdx.x * CHUNK_BYTES; at < MMA_B_PIECE; at += MMA_THREADS * CHUNK_BYTES) {
        copy_async<CHUNK_BYTES>(stage + Tile::A_PIECE + at, b + at);
    }
}

/* Adds one slice, which is in shared memory at `stage`. */
template <typename Kind>
static __device__ __forceinline__ void
    multiply_slice(typename Kind::Total (&total)[Kind::ROWS / 16][MMA_COLUMNS / 8][4], unsigned stage,
                   unsigned row, unsigned column)
{
    const unsigned lane = threadIdx.x % 32;
    uint32_t b[MMA_COLUMNS / 16][GROUPS][4]; /* two columns of tiles each: 0, 1 and 2, 3 */
#pragma unroll
    for (unsigned j = 0; j < MMA_COLUMNS / 16; j++) {
#pragma unroll
        for (unsigned group = 0; group < GROUPS; group++) {
            load_matrices(b[j][group],
                          stage + MmaTile<Kind>::A_PIECE + b_row_offset(lane, column + 16 * j, group));
        }
    }
#pragma unroll
    for (unsigned i = 0; i < Kind::ROWS / 16; i++) {
        uint32_t a[GROUPS][4];
#pragma unroll
        for (unsigned group = 0; group < GROUPS; group++) {
            load_matrices(a[group], stage + a_row_offset(lane, row + 16 * i, group));
        }
        Kind::multiply(total[i], a, b);
    }
}

template <typename Kind, bool EVEN>
static __device__ __forceinline__ void
store_totals(const typename Kind::Total (&total)[Kind::ROWS / 16][MMA_COLUMNS / 8][4],
             const typename Kind::Result &result, unsigned row, unsigned column)
{
#pragma unroll
    for (unsigned i = 0; i < Kind::ROWS / 16; i++) {
        const auto upper = row_of(result, row + 16 * i), lower = row_of(result, row + 16 * i + 8);
#pragma unroll
        for (unsigned j = 0; j < MMA_COLUMNS / 8; j++) {
            const typename Kind::Total(&four)[4] = total[i][j];
            store_pair<EVEN>(result, upper, column + 8 * j, Kind::value(four[0]), Kind::value(four[1]));
            store_pair<EVEN>(result, lower, column + 8 * j, Kind::value(four[2]), Kind::value(four[3]));
        }
    }
}

template <typename Kind>
static __device__ __forceinline__ void multiply_tile(const unsigned char *__restrict__ a,
                                                     const unsigned char *__restrict__ b,
                                                     typename Kind::Result result, SliceLayout layout)
{
    typedef MmaTile<Kind> Tile;
    extern __shared__ __align__(128) unsigned char shared[];
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    unsigned row = warp / 4 * Kind::ROWS, column = warp % 4 * MMA_COLUMNS; /* of the warp in the tile */
    const unsigned ring = shared_address(shared);
    unsigned y, x;
    tile_of(blockIdx.x, (layout.rows + Tile::ROWS - 1) / Tile::ROWS,
            (layout.columns + MMA_TILE - 1) / MMA_TILE, &y, &x);
    const size_t a_slice = line_offset(1, 0, layout.row_lines),
                 b_slice = line_offset(1, 0, layout.column_lines);
    a += line_offset(0, y * Tile::ROWS, layout.row_lines); /* the piece that is copied next */
    b += line_offset(0, x * MMA_TILE, layout.column_lines);

    typename Kind::Total total[Kind::ROWS / 16][MMA_COLUMNS / 8][4] = {};
#pragma unroll
    for (unsigned slice = 0; slice < MMA_RING - 1; slice++) {
        if (slice < layout.slices) {
            fetch_slice<Kind>(ring + slice * Tile::STAGE, a, b);
            a += a_slice;
            b += b_slice;
        }
        copies_end();
    }
    unsigned stage = 0, next = MMA_RING - 1;
    for (unsigned slice = 0; slice < layout.slices; slice++) {
        copies_wait<MMA_RING - 2>();
        __syncthreads(); /* this slice has arrived for all; all have read the one before */
        if (slice + MMA_RING - 1 < layout.slices) {
            fetch_slice<Kind>(ring + next * Tile::STAGE, a, b);
            a += a_slice;
            b += b_slice;
        }
        copies_end(); /* an empty group too, so that counts of groups agree */
        multiply_slice<Kind>(total, ring + stage * Tile::STAGE, row, column);
        stage = stage + 1 == MMA_RING ? 0 : stage + 1;
        next = next + 1 == MMA_RING ? 0 : next + 1;
    }
    row += y * Tile::ROWS + lane / 4;
    column += x * MMA_TILE + lane % 4 * 2;
    if (layout.pitch % 2 == 0) {
        store_totals<Kind, true>(total, result, row, column);
    } else {
        store_totals<Kind, false>(total, result, row, column);
    }
}

template <typename Kind> static inline LaunchShape mma_shape(SliceLayout layout)
{
    typedef MmaTile<Kind> Tile;
    const unsigned tiles = gpu_blocks(layout.rows, Tile::ROWS) * gpu_blocks(layout.columns, MMA_TILE);
    LaunchShape shape = {.grid = {tiles, 1, 1}, .block = {MMA_THREADS, 1, 1}};
    shape.dynamic_shared_bytes = Tile::SHARED;
    shape.operations = gpu_task_work();
    shape.global_accesses =
        (double)tiles * ((Tile::ROWS + MMA_TILE) * (double)layout.slices * SLICE + Tile::ROWS * MMA_TILE);
    return shape;
}
