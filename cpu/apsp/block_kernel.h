/* Blocked Floyd-Warshall: the steps that cpu/blocked and cpu/openmp_blocked share.
 *
 * The matrix is divided into B x B blocks, and n/B rounds replace the n steps. Round r allows the B vertices
 * of block r as intermediate vertices, in three phases:
 *   1. the pivot block (r, r) is closed by plain Floyd-Warshall;
 *   2. the blocks of its row and its column take paths through the pivot block;
 *   3. all others take paths from the pivot column to the pivot row.
 * Each phase is a min-plus product C = min(C, A + B) of blocks. Loaded data is used B times, so the matrix
 * passes through memory n/B times instead of n. Blocks of one phase are independent.
 *
 * In phases 2 and 3 the order of relaxations is free, also where C is A or B. The pivot block is closed, so
 * an improved value leads to nothing that the original one does not, and every value is the length of a path.
 * Only phase 1 needs its k loop outermost.
 *
 * Source: Venkataraman, Sahni, Mukhopadhyaya, A blocked all-pairs shortest-paths algorithm, ACM Journal of
 * Experimental Algorithmics 8, 2003. */
#pragma once

#include "common/size.h"
#include "common/workload.h"
#include "cpu/unroll.h"

/* A tile of C, TILE_ROWS x TILE_COLUMNS, stays in vector registers while k runs. Registers, not memory, bound
 * this kernel: addition and minimum of a relaxation use the same ports, which must not wait for loads. 8 x 32
 * fills 16 of the 32 registers of AVX-512, and a load of B serves 8 rows. 16 registers of 8 or 4 lanes hold 2
 * x 32. The constant bounds let the compiler unroll and vectorize. */
#ifdef __AVX512F__
enum { TILE_ROWS = 8, TILE_COLUMNS = 32 };
#else
enum { TILE_ROWS = 2, TILE_COLUMNS = 32 };
#endif

/* The blocks of the pivot row are contiguous in `panel`: consecutive rows of B elements. In the matrix they
 * are n apart, and at n = 1024 all would map to a few sets of the first-level cache. */
typedef struct Blocks {
    int32_t *distance, *panel;
    size_t n, side, count; /* count x count blocks of at most side x side */
} Blocks;

static inline size_t blocks_side(const Point *point)
{
    return point->block < point->n ? point->block : point->n;
}

static inline size_t blocks_workspace(const Point *point)
{
    size_t side = blocks_side(point);
    size_t padded = size_round_up(point->n, side);
    return size_mul(size_mul(padded, side), sizeof(int32_t));
}

static inline Blocks blocks_of(const Task *task)
{
    size_t n = task->point->n, side = blocks_side(task->point);
    return (Blocks){task->out, task->workspace, n, side, size_round_up(n, side) / side};
}

/* Rows, or columns, of block `index`: the last one may be narrower. */
static inline size_t blocks_extent(const Blocks *blocks, size_t index)
{
    size_t left = blocks->n - index * blocks->side;
    return left < blocks->side ? left : blocks->side;
}

static inline int32_t *blocks_at(const Blocks *blocks, size_t row, size_t column)
{
    return blocks->distance + row * blocks->side * blocks->n + column * blocks->side;
}

static inline int32_t *blocks_panel(const Blocks *blocks, size_t column)
{
    return blocks->panel + column * blocks->side * blocks->side;
}

static inline int32_t block_min(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* C = min(C, A + B) for one full tile of C. The strides are of rows, in elements. */
static inline void relax_tile(int32_t *c, size_t c_stride, const int32_t *a, size_t a_stride,
                              const int32_t *b, size_t b_stride, size_t depth)
{
    int32_t best[TILE_ROWS][TILE_COLUMNS];
    for (size_t i = 0; i < TILE_ROWS; i++) {
        for (size_t j = 0; j < TILE_COLUMNS; j++) {
            best[i][j] = c[i * c_stride + j];
        }
    }
    for (size_t k = 0; k < depth; k++) {
        const int32_t *row = b + k * b_stride;
        UNROLL
        for (size_t i = 0; i < TILE_ROWS; i++) {
            int32_t to_k = a[i * a_stride + k];
            for (size_t j = 0; j < TILE_COLUMNS; j++) {
                best[i][j] = block_min(best[i][j], to_k + row[j]);
            }
        }
    }
    for (size_t i = 0; i < TILE_ROWS; i++) {
        for (size_t j = 0; j < TILE_COLUMNS; j++) {
            c[i * c_stride + j] = best[i][j];
        }
    }
}

/* The same for the remainders at the edges, of any height and width. */
static inline void relax_rest(int32_t *c, size_t c_stride, const int32_t *a, size_t a_stride,
                              const int32_t *b, size_t b_stride, size_t rows, size_t columns, size_t depth)
{
    for (size_t i = 0; i < rows; i++) {
        for (size_t k = 0; k < depth; k++) {
            int32_t to_k = a[i * a_stride + k];
            for (size_t j = 0; j < columns; j++) {
                c[i * c_stride + j] = block_min(c[i * c_stride + j], to_k + b[k * b_stride + j]);
            }
        }
    }
}

/* C = min(C, A + B), C of rows x columns, A of rows x depth. C may be A or B (see above). */
static inline void relax_block(int32_t *c, size_t c_stride, const int32_t *a, size_t a_stride,
                               const int32_t *b, size_t b_stride, size_t rows, size_t columns, size_t depth)
{
    size_t full_rows = rows - rows % TILE_ROWS, full_columns = columns - columns % TILE_COLUMNS;
    for (size_t j = 0; j < full_columns; j += TILE_COLUMNS) {
        for (size_t i = 0; i < full_rows; i += TILE_ROWS) {
            relax_tile(c + i * c_stride + j, c_stride, a + i * a_stride, a_stride, b + j, b_stride, depth);
        }
    }
    relax_rest(c + full_columns, c_stride, a, a_stride, b + full_columns, b_stride, full_rows,
               columns - full_columns, depth);
    relax_rest(c + full_rows * c_stride, c_stride, a + full_rows * a_stride, a_stride, b, b_stride,
               rows - full_rows, columns, depth);
}

/* Copies a finished block of the pivot row into the panel. */
static inline void blocks_pack(const Blocks *blocks, size_t round, size_t column)
{
    const int32_t *from = blocks_at(blocks, round, column);
    int32_t *to = blocks_panel(blocks, column);
    size_t rows = blocks_extent(blocks, round), columns = blocks_extent(blocks, column);
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < columns; j++) {
            to[i * blocks->side + j] = from[i * blocks->n + j];
        }
    }
}

/* Phase 1. */
static inline void blocks_close_pivot(const Blocks *blocks, size_t round)
{
    int32_t *pivot = blocks_at(blocks, round, round);
    size_t side = blocks_extent(blocks, round), n = blocks->n;
    for (size_t k = 0; k < side; k++) {
        relax_rest(pivot, n, pivot + k, n, pivot + k * n, n, side, side, 1);
    }
    blocks_pack(blocks, round, round);
}

/* Phase 2, item 0 .. 2 (count - 1) - 1: first the pivot row's blocks, then the pivot column's. */
static inline void blocks_relax_cross(const Blocks *blocks, size_t round, size_t item)
{
    size_t others = blocks->count - 1, n = blocks->n;
    size_t index = item < others ? item : item - others, depth = blocks_extent(blocks, round);
    index += index >= round; /* skips the pivot block */
    size_t extent = blocks_extent(blocks, index);
    if (item < others) {
        int32_t *c = blocks_at(blocks, round, index);
        relax_block(c, n, blocks_at(blocks, round, round), n, c, n, depth, extent, depth);
        blocks_pack(blocks, round, index);
    } else {
        int32_t *c = blocks_at(blocks, index, round);
        relax_block(c, n, c, n, blocks_panel(blocks, round), blocks->side, extent, depth, depth);
    }
}

/* Phase 3, row and column 0 .. count - 2: the pivot's are not counted. */
static inline void blocks_relax_others(const Blocks *blocks, size_t round, size_t row, size_t column)
{
    size_t n = blocks->n;
    row += row >= round;
    column += column >= round;
    relax_block(blocks_at(blocks, row, column), n, blocks_at(blocks, row, round), n,
                blocks_panel(blocks, column), blocks->side, blocks_extent(blocks, row),
                blocks_extent(blocks, column), blocks_extent(blocks, round));
}
