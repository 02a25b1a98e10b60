/* An int32 matrix as four matrices of bytes (limbs), and where their products are written.
 *
 * An element is a0 + 2^8 a1 + 2^16 a2 + 2^24 a3 modulo 2^32, with limbs from 0 to 255. Of the sixteen
 * products of limbs ten matter, those whose weight is below 2^32:
 *
 *     a b = p0 + 2^8 p1 + 2^16 p2 + 2^24 p3,   pd = sum over i of a_i b_(d-i).
 *
 * Example: -2 is 0xfffffffe, limbs 254, 255, 255, 255; times 3, limbs 3, 0, 0, 0: p0 = 762, p1 = p2 = p3 =
 * 765; 762 + 765 (2^8 + 2^16 + 2^24) = 0x2fffffffa, modulo 2^32 0xfffffffa = -6.
 *
 * Tensor cores add such products to 32-bit integers that wrap around, which is exact modulo 2^32 for inputs
 * of any size and any n.
 *
 * Source: schoolbook multiplication by limbs; NVIDIA, PTX ISA, mma with .u8. */
#pragma once

#include "gpu/launch.h"
#include "gpu/matmul/kernels/operand_split.cuh"

/* Transposes the bytes of four words: limb i of all four is in to[i]. */
static __device__ __forceinline__ void transpose_limbs(const uint32_t *word, uint32_t *to)
{
    const uint32_t low_01 = __byte_perm(word[0], word[1], 0x5140),
                   high_01 = __byte_perm(word[0], word[1], 0x7362);
    const uint32_t low_23 = __byte_perm(word[2], word[3], 0x5140),
                   high_23 = __byte_perm(word[2], word[3], 0x7362);
    to[0] = __byte_perm(low_01, low_23, 0x5410);
    to[1] = __byte_perm(low_01, low_23, 0x7632);
    to[2] = __byte_perm(high_01, high_23, 0x5410);
    to[3] = __byte_perm(high_01, high_23, 0x7632);
}

/* Splits eight k of a line and stores them; octet: which eight of the 32. Limb i fills chunks 2 i and 2 i
 * + 1.
 */
static __device__ __forceinline__ void store_limbs(unsigned char *piece, unsigned line, unsigned octet,
                                                   const Eight *eight)
{
    uint32_t first[4], second[4];
    transpose_limbs(eight->word, first);
    transpose_limbs(eight->word + 4, second);
#pragma unroll
    for (unsigned limb = 0; limb < 4; limb++) {
        *(uint2 *)(piece + chunk_offset(line, 2 * limb + octet / 2) + octet % 2 * 8) =
            make_uint2(first[limb], second[limb]);
    }
}

/* One launch: blocks for A, SPLIT_LINES rows and all k each, then blocks for B. */
static __global__ void __launch_bounds__(SPLIT_THREADS)
    split_limbs(const uint32_t *__restrict__ a, const uint32_t *__restrict__ b,
                unsigned char *__restrict__ a_split, unsigned char *__restrict__ b_split, SliceLayout layout)
{
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned row_blocks = layout.row_lines / SPLIT_LINES;
    if (blockIdx.x < row_blocks) {
        const unsigned first = blockIdx.x * SPLIT_LINES, line = lane / 4, octet = lane % 4;
#pragma unroll 4
        for (unsigned slice = warp; slice < layout.slices; slice += SPLIT_THREADS / 32) {
            const Eight eight =
                eight_of_row(a, first + line, slice * SLICE + octet * 8, layout.k, layout.rows);
            store_limbs(a_split + line_offset(slice, first, layout.row_lines), line, octet, &eight);
        }
        return;
    }
    const unsigned block = blockIdx.x - row_blocks, across = layout.column_lines / SPLIT_COLUMNS;
    const unsigned line = lane % SPLIT_LINES, octet = lane / SPLIT_LINES;
    const unsigned first = block % across * SPLIT_COLUMNS + warp * SPLIT_LINES;
    const unsigned first_slice = block / across * SPLIT_SLICES;
    Eight eight[SPLIT_SLICES];
#pragma unroll
    for (unsigned i = 0; i < SPLIT_SLICES; i++) {
        eight[i] = eight_of_column(b, first + line, (first_slice + i) * SLICE + octet * 8, layout.k,
                                   layout.columns, layout.pitch);
    }
#pragma unroll
    for (unsigned i = 0; i < SPLIT_SLICES; i++) {
        const unsigned slice = first_slice + i;
        if (slice < layout.slices) {
            store_limbs(b_split + line_offset(slice, first, layout.column_lines), line, octet, &eight[i]);
        }
    }
}

static inline int launch_limb_split(const Task *task, void *a_split, void *b_split, SliceLayout layout)
{
    LaunchShape shape = {.grid = {layout.row_lines / SPLIT_LINES + column_blocks(&layout), 1, 1},
                         .block = {SPLIT_THREADS, 1, 1}};
    shape.global_accesses = 2.0 * layout.k * ((double)layout.rows + layout.columns);
    return GPU_LAUNCH(task, shape, split_limbs, task->a, task->b, a_split, b_split, layout);
}

/* Where a product of limbs writes its results. */
struct LimbsResult {
    uint32_t *out;
    unsigned rows, columns;
};

/* One row of it. */
typedef struct LimbsRow {
    uint32_t *cells;
    bool inside;
} LimbsRow;

static __device__ __forceinline__ LimbsRow row_of(const LimbsResult &result, unsigned row)
{
    LimbsRow of = {result.out + (size_t)row * result.columns, row < result.rows};
    return of;
}

/* Stores two neighbors. The column is even, and their number if EVEN. */
template <bool EVEN>
static __device__ __forceinline__ void store_pair(const LimbsResult &result, const LimbsRow &row,
                                                  unsigned column, uint32_t left, uint32_t right)
{
    store_neighbors<EVEN>(row.cells, row.inside, column, result.columns, make_uint2(left, right));
}
