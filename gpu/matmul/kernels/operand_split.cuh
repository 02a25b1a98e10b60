/* The layout of split operands of tensor-core products in the workspace.
 *
 * A tensor core multiplies small elements, so each operand is split into parts first (fp16_split.cuh,
 * int8_limbs.cuh), by kernels that write it in the order in which the product needs it in shared memory. Then
 * the product copies contiguous pieces, without transposition, masks and edge cases.
 *
 * A line is 128 bytes: all parts of 32 neighbours in k of one row of A, or of one column of B. Lines of one
 * slice of 32 k are contiguous, so any tile of consecutive rows is one contiguous piece of a slice:
 *
 *     offset of (slice, line) = (slice * lines + line) * 128
 *
 * The eight chunks of 16 bytes of a line are permuted: chunk c of line l is stored at c ^ (l mod 8). So the
 * same chunk of eight lines is in eight different groups of banks: ldmatrix reads it without conflicts, and a
 * descriptor of wgmma calls this the swizzle of 128 bytes. The last tile and slice are filled with zeros.
 *
 * Source: NVIDIA, PTX ISA, ldmatrix and the matrix descriptor of wgmma. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "common/size.h"
#include "common/workload.h"
#include "gpu/grid.h"

enum {
    SLICE = 32,          /* k in a line */
    LINE_BYTES = 128,    /* 4 bytes for each element, as before it was split */
    CHUNK_BYTES = 16,    /* the unit of the permutation; a row of a matrix for ldmatrix */
    GROUPS = 4,          /* of 32 bytes in a line: one tensor-core instruction reads one */
    LINES_STEP = 256,    /* lines are padded to a multiple of it: two tiles of rows, one of columns */
    SPLIT_THREADS = 256, /* of the kernels that split */
    SPLIT_LINES = 8,     /* that a warp splits at once: four lanes for a line, eight k for a lane */
    SPLIT_COLUMNS = 64,  /* of B that a block splits, and */
    SPLIT_SLICES = 2,    /* slices of them */
    EPOCHS = 4,          /* counters of epochs begun (wgmma.cuh) */
};

/* The operands of one product: `rows` rows of A and `columns` columns of B, of k elements each. */
typedef struct SliceLayout {
    unsigned rows, columns, k;
    unsigned pitch;                           /* from row to row of B and of the result, elements */
    unsigned row_lines, column_lines, slices; /* rows and columns padded; along k, padded */
} SliceLayout;

static inline size_t slice_lines(size_t rows)
{
    return size_round_up(rows, LINES_STEP);
}

/* Bytes of so many rows or columns of k elements, split; SIZE_MAX on overflow. */
static inline size_t slice_bytes(size_t rows, size_t k)
{
    return size_mul(size_mul(slice_lines(rows), size_round_up(k, SLICE) / SLICE), LINE_BYTES);
}

/* Of the task's matrices, all their rows and columns or the first ones. */
static inline SliceLayout slice_layout_part(const Point *point, size_t rows, size_t columns)
{
    const SliceLayout layout = {(unsigned)rows,
                                (unsigned)columns,
                                (unsigned)point->k,
                                (unsigned)point->n,
                                (unsigned)slice_lines(rows),
                                (unsigned)slice_lines(columns),
                                (unsigned)(size_round_up(point->k, SLICE) / SLICE)};
    return layout;
}

static inline SliceLayout slice_layout(const Point *point)
{
    return slice_layout_part(point, point->m, point->n);
}

/* Bytes of both operands of a point, split. */
static inline size_t slice_workspace(const Point *point)
{
    return size_add(slice_bytes(point->m, point->k), slice_bytes(point->n, point->k));
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

/* Tile `index` of rows x columns tiles: down the columns of a band of BAND rows, then the next band. Tiles
 * that are computed at the same time form a near square, which shares rows of A and columns of B in the L2
 * cache. */
static __host__ __device__ __forceinline__ void tile_of(unsigned index, unsigned rows, unsigned columns,
                                                        unsigned *row, unsigned *column)
{
    constexpr unsigned BAND = 8;
    const unsigned band = index / (BAND * columns), within = index % (BAND * columns);
    const unsigned left = rows - band * BAND, height = left < BAND ? left : BAND;
    *row = band * BAND + within % height;
    *column = within / height;
}

/* Eight neighbours in k, unchanged; 0 beyond the matrix. */
typedef struct Eight {
    uint32_t word[8];
} Eight;

/* k to k + 7 of a row of A, which has `rows` rows. By vectors where rows begin at a multiple of 16 bytes. */
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

/* k to k + 7 of a column of B, which has `columns` columns, and rows that begin `pitch` elements apart. */
static __device__ __forceinline__ Eight eight_of_column(const uint32_t *__restrict__ b, unsigned column,
                                                        unsigned k, unsigned n, unsigned columns,
                                                        unsigned pitch)
{
    Eight eight;
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        eight.word[i] = column < columns && k + i < n ? b[(size_t)(k + i) * pitch + column] : 0;
    }
    return eight;
}

/* Stores two neighbors of a row if they are inside. The column is even, and so is `columns` if EVEN. */
template <bool EVEN, typename Element, typename Pair>
static __device__ __forceinline__ void store_neighbors(Element *cells, bool inside, unsigned column,
                                                       unsigned columns, Pair pair)
{
    if (EVEN) {
        if (inside && column < columns) {
            *(Pair *)&cells[column] = pair;
        }
        return;
    }
    if (inside && column < columns) {
        cells[column] = pair.x;
    }
    if (inside && column + 1 < columns) {
        cells[column + 1] = pair.y;
    }
}

/* Thread blocks that split an operand by columns, SPLIT_COLUMNS x SPLIT_SLICES each. */
static inline unsigned column_blocks(const SliceLayout *layout)
{
    return layout->column_lines / SPLIT_COLUMNS * gpu_blocks(layout->slices, SPLIT_SLICES);
}
