/* A product by register tiles on packed copies. See packed.c.
 *
 * Out = A B, or with `more` Out + A B, of matrices that may be parts of larger ones. All threads of a team
 * call pack_panels, each for its panels, synchronize, and compute their submatrices. */
#ifndef SPEEDUP_CPU_MATMUL_PACKED_H
#define SPEEDUP_CPU_MATMUL_PACKED_H

enum {
    MAX_DEPTH = 448,    /* of a slab: its part of A takes 21 KiB of the first-level cache */
    BAND_COLUMNS = 384, /* of a slab: 672 KiB of the second-level cache */
    PACK_ROWS = 16,
};

#define A_AT(i, k) a[(i)*MAX_DEPTH + (k)]
#include "common/size.h"
#include "cpu/matmul/register_tiles.h"
#include "cpu/matmul/submatrix.h"

typedef struct Product {
    const RegisterTile *tile;
    TileKernel *kernel;
    size_t rows, columns, depth; /* of the result; depth: terms per element */
    size_t a_stride, b_stride, out_stride;
    const Word *a, *b;
    Word *panels, *out; /* panels: buffer of product_panels_bytes(depth, columns) */
    bool more;          /* add to the contents of out */
} Product;

/* Bytes of the packed copy of B, depth x columns. */
static inline size_t product_panels_bytes(size_t depth, size_t columns)
{
    return size_mul(size_mul(size_round_up(columns, TILE_MAX_COLUMNS), depth), sizeof(Word));
}

/* Packs panels first .. first + count - 1: columns of B, padded with zeros. A few rows of B at a time are
 * read sequentially and written to each panel in one piece. More rows would each be in another page; a single
 * row would go to addresses a power of two apart. */
static inline void pack_panels(const Product *product, size_t first, size_t count)
{
    size_t depth = product->depth, width = product->tile->columns;
    for (size_t k = 0; k < depth; k += PACK_ROWS) {
        for (size_t panel = first; panel < first + count; panel++) {
            size_t columns = size_min(width, product->columns - panel * width);
            for (size_t row = k; row < size_min(k + PACK_ROWS, depth); row++) {
                Word *to = product->panels + (panel * depth + row) * width;
                memcpy(to, product->b + row * product->b_stride + panel * width, columns * sizeof *to);
                memset(to + columns, 0, (width - columns) * sizeof *to);
            }
        }
    }
}

/* Packs the tile's rows of A from row i, columns k .. k + depth - 1, with zeros below the matrix. */
static inline void pack_rows(const Product *product, size_t i, size_t k, size_t depth, Word *to)
{
    for (size_t row = 0; row < product->tile->rows; row++) {
        if (i + row < product->rows) {
            memcpy(to + row * MAX_DEPTH, product->a + (i + row) * product->a_stride + k, depth * sizeof *to);
        } else {
            memset(to + row * MAX_DEPTH, 0, depth * sizeof *to);
        }
    }
}

/* Computes the tile at (i, j), which may exceed the matrix. */
static inline void compute_tile(const Product *product, const Word *a, size_t i, size_t j, size_t k,
                                size_t depth)
{
    const RegisterTile *tile = product->tile;
    size_t n = product->out_stride, rows = size_min(tile->rows, product->rows - i),
           columns = size_min(tile->columns, product->columns - j);
    const Word *panel = product->panels + j * product->depth + k * tile->columns;
    Word *out = product->out + i * n + j;
    const bool more = product->more || k > 0;
    if (rows == tile->rows && columns == tile->columns) {
        product->kernel(depth, a, 0, panel, tile->columns, out, n, more);
    } else {
        tile_at_edge(product->kernel, depth, a, 0, panel, tile->columns, out, n, rows, columns, more);
    }
}

static inline void compute_submatrix(const Product *product, Submatrix own)
{
    Range rows = own.rows, columns = own.columns;
    size_t n = product->depth, slabs = n / MAX_DEPTH + (n % MAX_DEPTH != 0),
           most = n / slabs + (n % slabs != 0);
    Word a[TILE_MAX_ROWS * MAX_DEPTH];
    for (size_t k = 0; k < n; k += most) {
        size_t depth = size_min(most, n - k);
        for (size_t band = 0; band < columns.count; band += BAND_COLUMNS) {
            size_t left = columns.first + band, right = left + size_min(BAND_COLUMNS, columns.count - band);
            for (size_t i = rows.first; i < rows.first + rows.count; i += product->tile->rows) {
                pack_rows(product, i, k, depth, a);
                for (size_t j = left; j < right; j += product->tile->columns) {
                    compute_tile(product, a, i, j, k, depth);
                }
            }
        }
    }
}

#endif
