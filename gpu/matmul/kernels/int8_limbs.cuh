/* An int32 matrix as four matrices of bytes, and products of such.
 *
 * An element is a0 + 2^8 a1 + 2^16 a2 + 2^24 a3 modulo 2^32, with limbs from 0
 * to 255. Of the sixteen products of limbs ten matter, those whose weight is
 * below 2^32:
 *
 *     a b = p0 + 2^8 p1 + 2^16 p2 + 2^24 p3,   pd = sum over i of a_i b_(d-i).
 *
 * Tensor cores add such products to 32-bit integers that wrap around, which is
 * exact modulo 2^32: for inputs of any size and any n, with no rounding
 * anywhere.
 *
 * Source: schoolbook multiplication by limbs; NVIDIA, PTX ISA, mma with .u8. */
#ifndef SPEEDUP_GPU_MATMUL_KERNELS_INT8_LIMBS_CUH
#define SPEEDUP_GPU_MATMUL_KERNELS_INT8_LIMBS_CUH

#include "gpu/launch.h"
#include "gpu/matmul/kernels/operand_split.cuh"

static inline size_t bytes_workspace(const Point *point)
{
    const Slices cut = slices_of(point->n);
    return size_mul(2, cut.bytes);
}

/* Four words into four words of their bytes: limb i of all four in to[i]. */
static __device__ __forceinline__ void transpose_bytes(const uint32_t *word, uint32_t *to)
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

/* Cuts eight k of a line and stores them; octet: which eight of the 32. Limb i fills chunks 2 i and 2 i + 1.
 */
static __device__ __forceinline__ void store_bytes(unsigned char *piece, unsigned line, unsigned octet,
                                                   const Eight *eight)
{
    uint32_t first[4], second[4];
    transpose_bytes(eight->word, first);
    transpose_bytes(eight->word + 4, second);
#pragma unroll
    for (unsigned limb = 0; limb < 4; limb++) {
        *(uint2 *)(piece + chunk_offset(line, 2 * limb + octet / 2) + octet % 2 * 8) =
            make_uint2(first[limb], second[limb]);
    }
}

/* One launch: blocks for A, CUT_LINES rows and all k each, then blocks for B. */
static __global__ void __launch_bounds__(CUT_THREADS)
    cut_bytes(const uint32_t *__restrict__ a, const uint32_t *__restrict__ b,
              unsigned char *__restrict__ a_cut, unsigned char *__restrict__ b_cut, Slices cut)
{
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned row_blocks = cut.lines / CUT_LINES;
    if (blockIdx.x < row_blocks) {
        const unsigned first = blockIdx.x * CUT_LINES, line = lane / 4, octet = lane % 4;
#pragma unroll 4
        for (unsigned slice = warp; slice < cut.slices; slice += CUT_THREADS / 32) {
            const Eight eight = eight_of_row(a, first + line, slice * SLICE + octet * 8, cut.n, cut.n);
            store_bytes(a_cut + line_offset(slice, first, cut.lines), line, octet, &eight);
        }
        return;
    }
    const unsigned block = blockIdx.x - row_blocks, strips = cut.lines / CUT_COLUMNS;
    const unsigned line = lane % CUT_LINES, octet = lane / CUT_LINES;
    const unsigned first = block % strips * CUT_COLUMNS + warp * CUT_LINES;
    const unsigned first_slice = block / strips * CUT_SLICES;
    Eight eight[CUT_SLICES];
#pragma unroll
    for (unsigned i = 0; i < CUT_SLICES; i++) {
        eight[i] = eight_of_column(b, first + line, (first_slice + i) * SLICE + octet * 8, cut.n, cut.n);
    }
#pragma unroll
    for (unsigned i = 0; i < CUT_SLICES; i++) {
        const unsigned slice = first_slice + i;
        if (slice < cut.slices) {
            store_bytes(b_cut + line_offset(slice, first, cut.lines), line, octet, &eight[i]);
        }
    }
}

static inline int launch_cut(const Task *task, void *a_cut, void *b_cut, Slices cut)
{
    const void *a = task->a, *b = task->b;
    LaunchShape shape = {.grid = {cut.lines / CUT_LINES + column_blocks(&cut), 1, 1},
                         .block = {CUT_THREADS, 1, 1}};
    shape.global_accesses = 4.0 * cut.n * cut.n;
    void *arguments[] = {&a, &b, &a_cut, &b_cut, &cut};
    return GPU_LAUNCH(task, cut_bytes, &shape, arguments);
}

/* What a product of bytes writes. */
typedef struct BytesResult {
    uint32_t *out;
    unsigned n;
} BytesResult;

/* One row of it. */
typedef struct BytesRow {
    uint32_t *cells;
    bool inside;
} BytesRow;

static __device__ __forceinline__ BytesRow row_of(const BytesResult &result, unsigned row)
{
    BytesRow of = {result.out + (size_t)row * result.n, row < result.n};
    return of;
}

/* Stores two neighbours. The column is even, and n if EVEN. */
template <bool EVEN>
static __device__ __forceinline__ void store_pair(const BytesResult &result, const BytesRow &row,
                                                  unsigned column, uint32_t left, uint32_t right)
{
    if (EVEN) {
        if (row.inside && column < result.n) {
            *(uint2 *)&row.cells[column] = make_uint2(left, right);
        }
        return;
    }
    if (row.inside && column < result.n) {
        row.cells[column] = left;
    }
    if (row.inside && column + 1 < result.n) {
        row.cells[column + 1] = right;
    }
}

#endif
