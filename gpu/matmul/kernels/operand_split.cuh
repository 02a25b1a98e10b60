/* How the operands of the tensor-core products lie in the workspace.
 *
 * A tensor core multiplies small elements, so each operand is cut into parts
 * first (split_fp16.cuh, int8_limbs.cuh), by kernels that write it in the very order in
 * which the product wants it in shared memory. Then the product fetches plain
 * contiguous pieces, and needs no transposition, no masks and no edges.
 *
 * A line is 128 bytes: all parts of 32 neighbours in k of one row of A, or of
 * one column of B. Lines of one slice of 32 k follow each other, so that any
 * tile of consecutive rows is one contiguous piece of a slice:
 *
 *     offset of (slice, line) = (slice * lines + line) * 128
 *
 * Its eight chunks of 16 bytes are permuted: chunk c of line l stands at
 * c ^ (l mod 8). So the same chunk of eight lines lies in eight different groups
 * of banks: it is what ldmatrix reads without conflicts, and what a descriptor
 * of wgmma calls the swizzle of 128 bytes. What fills the last tile and slice
 * is zero.
 *
 * Source: NVIDIA, PTX ISA, ldmatrix and the matrix descriptor of wgmma. */
#ifndef SPEEDUP_GPU_MATMUL_KERNELS_OPERAND_SPLIT_CUH
#define SPEEDUP_GPU_MATMUL_KERNELS_OPERAND_SPLIT_CUH

#include <stddef.h>
#include <stdint.h>

#include "common/size.h"
#include "gpu/grid.h"

enum {
    SLICE = 32,        /* k in a line */
    LINE_BYTES = 128,  /* 4 bytes for each element, as before it was cut */
    CHUNK_BYTES = 16,  /* what is permuted; a row of a matrix for ldmatrix */
    GROUPS = 4,        /* of 32 bytes in a line: what one tensor-core instruction takes of it */
    LINES_STEP = 256,  /* lines are filled up to a multiple of it: two tiles of rows, one of columns */
    CUT_THREADS = 256, /* of the kernels that cut */
    CUT_LINES = 8,     /* that a warp cuts at once, four lanes a line, eight k a lane */
    CUT_COLUMNS = 64,  /* of B that a block cuts, and */
    CUT_SLICES = 2,    /* so many slices of them */
};

/* The operands of one product. */
typedef struct Slices {
    unsigned n, lines, slices; /* matrices n x n; lines and slices filled up */
    size_t bytes;              /* of one operand; SIZE_MAX on overflow */

    __host__ __device__ __forceinline__ unsigned rows(void) const
    {
        return n;
    }

    __host__ __device__ __forceinline__ unsigned columns(void) const
    {
        return n;
    }

    __host__ __device__ __forceinline__ unsigned row_lines(void) const
    {
        return lines;
    }
} Slices;

/* Those of some rows of A and some columns of B, whose rows begin n elements apart. Lines and bytes are B's.
 * A type of its own, so that kernels of whole matrices stay what they are. */
struct SlicesPart : Slices {
    unsigned height, width, own_lines; /* own_lines: A's */

    __host__ __device__ __forceinline__ unsigned rows(void) const
    {
        return height;
    }

    __host__ __device__ __forceinline__ unsigned columns(void) const
    {
        return width;
    }

    __host__ __device__ __forceinline__ unsigned row_lines(void) const
    {
        return own_lines;
    }
};

static inline Slices slices_of(size_t n)
{
    const size_t lines = size_round_up(n, LINES_STEP), slices = size_round_up(n, SLICE) / SLICE;
    Slices cut = {(unsigned)n, (unsigned)lines, (unsigned)slices, 0};
    cut.bytes = size_mul(size_mul(lines, slices), LINE_BYTES);
    return cut;
}

static inline SlicesPart slices_part(size_t n, size_t rows, size_t columns)
{
    SlicesPart cut = {};
    (Slices &)cut = slices_of(n);
    cut.lines = (unsigned)size_round_up(columns, LINES_STEP);
    cut.bytes = size_mul(size_mul(cut.lines, cut.slices), LINE_BYTES);
    cut.height = (unsigned)rows;
    cut.width = (unsigned)columns;
    cut.own_lines = (unsigned)size_round_up(rows, LINES_STEP);
    return cut;
}

static __host__ __device__ __forceinline__ size_t line_offset(unsigned slice, unsigned line, unsigned lines)
{
    return ((size_t)slice * lines + line) * LINE_BYTES;
}

/* Of a chunk from the beginning of a piece that begins at a multiple of eight lines. */
static __host__ __device__ __forceinline__ unsigned chunk_offset(unsigned line, unsigned chunk)
{
    return line * LINE_BYTES + (chunk ^ (line % 8)) * CHUNK_BYTES;
}

/* Tile `index` of rows x columns of them: down the columns of a band of BAND rows, then the next band. What
 * is computed at one time is so nearly square that it shares rows of A and columns of B in the L2 cache. */
static __host__ __device__ __forceinline__ void tile_of(unsigned index, unsigned rows, unsigned columns,
                                                        unsigned *row, unsigned *column)
{
    constexpr unsigned BAND = 8;
    const unsigned band = index / (BAND * columns), within = index % (BAND * columns);
    const unsigned left = rows - band * BAND, height = left < BAND ? left : BAND;
    *row = band * BAND + within % height;
    *column = within / height;
}

/* Eight neighbours in k, as they are in memory; 0 beyond the matrix. */
typedef struct Eight {
    uint32_t word[8];
} Eight;

/* k to k + 7 of a row of A, which has so many. Whole vectors where rows begin at a multiple of 16 bytes. */
static __device__ __forceinline__ Eight eight_of_row(const uint32_t *__restrict__ a, unsigned row, unsigned k,
                                                     unsigned n, unsigned rows)
{
    Eight eight;
    const uint32_t *from = a + (size_t)row * n + k;
    if (n % 4 == 0) {
#pragma unroll
        for (unsigned i = 0; i < 8; i += 4) {
            const bool inside = row < rows && k + i < n; /* and so are the three behind it */
            const uint4 four = inside ? *(const uint4 *)(from + i) : make_uint4(0, 0, 0, 0);
            eight.word[i] = four.x;
            eight.word[i + 1] = four.y;
            eight.word[i + 2] = four.z;
            eight.word[i + 3] = four.w;
        }
    } else {
#pragma unroll
        for (unsigned i = 0; i < 8; i++) {
            eight.word[i] = row < rows && k + i < n ? from[i] : 0;
        }
    }
    return eight;
}

/* k to k + 7 of a column of B, which has so many. */
static __device__ __forceinline__ Eight eight_of_column(const uint32_t *__restrict__ b, unsigned column,
                                                        unsigned k, unsigned n, unsigned columns)
{
    Eight eight;
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        eight.word[i] = column < columns && k + i < n ? b[(size_t)(k + i) * n + column] : 0;
    }
    return eight;
}

/* Blocks that cut an operand by columns: CUT_COLUMNS x CUT_SLICES each. */
static inline unsigned column_blocks(const Slices *cut)
{
    return cut->lines / CUT_COLUMNS * gpu_blocks(cut->slices, CUT_SLICES);
}

#endif
