/* A product by register tiles on packed copies. See packed.c.
 *
 * Out = A B, or with `more` Out + A B, of matrices that may be parts of larger ones. All threads of a team
 * call pack_panels, each for its panels, synchronize, and claim submatrices. */
#pragma once

enum {
    MAX_DEPTH = 512,    /* words, of a slab: its part of A takes 18 KiB of the first-level cache */
    BAND_COLUMNS = 512, /* elements, of a slab: 1 MiB of the second-level cache */
    PACK_ROWS = 16,
};

#define WORDS (sizeof *a / sizeof(Word)) /* of an element */
#define A_AT(i, k) a[(i) * (MAX_DEPTH / WORDS) + (k)]
#define AT_STEPS(k) __builtin_prefetch(ahead + (k)*WORDS, 0, 2); /* into the second-level cache */
#define B_STRIDE ((size_t)vectors * BYTES / sizeof *b)           /* panels are as wide as the tile */
#include "common/size.h"
#include "cpu/matmul/register_tiles.h"
#include "cpu/matmul/submatrix.h"

typedef struct Product {
    const RegisterTile *tile;
    TileKernel *kernel;
    unsigned shift;                        /* word_shift() */
    size_t rows, columns, depth;           /* of the result; columns: words; depth: terms per element */
    size_t a_stride, b_stride, out_stride; /* words */
    const Word *a, *b;
    Word *panels, *out; /* panels: buffer of product_panels_bytes(depth, columns) */
    bool more;          /* add to the contents of out */
} Product;

/* Bytes of the packed copy of B, depth x columns words. */
static inline size_t product_panels_bytes(size_t depth, size_t columns)
{
    return size_mul(size_mul(size_add(columns, TILE_MAX_COLUMNS), depth), sizeof(Word));
}

/* Terms of a slab of the product; the last slab may have fewer. */
static inline size_t slab_depth(const Product *product)
{
    size_t depth = product->depth, most = MAX_DEPTH >> product->shift;
    size_t slabs = depth / most + (depth % most != 0);
    return depth / slabs + (depth % slabs != 0);
}

/* The panel from word j of B's rows in the slab of `depth` terms from k. Panels of a slab are contiguous: at
 * distances of a power of two, those of a band would share a few sets of the second-level cache. */
static inline Word *panel_at(const Product *product, size_t j, size_t k, size_t depth)
{
    return product->panels + k * size_round_up(product->columns, product->tile->columns) + j * depth;
}

/* Copies `columns` words of B and zeros up to the tile's width. */
static inline void pack_panel_row(const Word *from, size_t columns, size_t width, Word *to)
{
    if (columns == width && width % 16 == 0) {
        for (size_t j = 0; j < width; j += 16) {
            memcpy(to + j, from + j, 16 * sizeof *to); /* of constant size: no call */
        }
    } else {
        memcpy(to, from, columns * sizeof *to);
        memset(to + columns, 0, (width - columns) * sizeof *to);
    }
}

/* Packs panels first .. first + count - 1: columns of B, padded with zeros. A few rows of B at a time are
 * read sequentially and written to each panel in one piece. More rows would each be in another page; a single
 * row would be written in pieces of two lines. */
static inline void pack_panels(const Product *product, size_t first, size_t count)
{
    size_t n = product->depth, most = slab_depth(product), width = product->tile->columns;
    for (size_t slab = 0; slab < n; slab += most) {
        size_t depth = size_min(most, n - slab);
        for (size_t k = 0; k < depth; k += PACK_ROWS) {
            for (size_t panel = first; panel < first + count; panel++) {
                size_t j = panel * width, columns = size_min(width, product->columns - j);
                for (size_t row = k; row < size_min(k + PACK_ROWS, depth); row++) {
                    pack_panel_row(product->b + (slab + row) * product->b_stride + j, columns, width,
                                   panel_at(product, j, slab, depth) + row * width);
                }
            }
        }
    }
}

/* Packs the tile's rows of A from row i, columns k .. k + depth - 1, with zeros below the matrix. */
static inline void pack_rows(const Product *product, size_t i, size_t k, size_t depth, Word *to)
{
    const size_t words = depth << product->shift;
    for (size_t row = 0; row < product->tile->rows; row++) {
        if (i + row < product->rows) {
            memcpy(to + row * MAX_DEPTH, product->a + (i + row) * product->a_stride + (k << product->shift),
                   words * sizeof *to);
        } else {
            memset(to + row * MAX_DEPTH, 0, words * sizeof *to);
        }
    }
}

/* Computes the tile at (i, j), which may exceed the matrix. j counts words. Meanwhile the `depth` elements at
 * `ahead` are prefetched. */
static inline void compute_tile(const Product *product, const Word *a, size_t i, size_t j, size_t k,
                                size_t depth, const Word *ahead)
{
    const RegisterTile *tile = product->tile;
    const unsigned shift = product->shift;
    size_t n = product->out_stride, rows = size_min(tile->rows, product->rows - i),
           columns = size_min(tile->columns, product->columns - j);
    const Word *panel = panel_at(product, j, k, depth);
    Word *out = product->out + i * n + j;
    const bool more = product->more || k > 0;
    if (rows == tile->rows && columns == tile->columns) {
        product->kernel(depth, a, 0, panel, tile->columns >> shift, out, n >> shift, more, ahead);
    } else {
        tile_at_edge(product->kernel, shift, depth, a, 0, panel, tile->columns >> shift, out, n, rows,
                     columns, more, ahead);
    }
}

/* The row of A that tile number `tile` of a row of tiles prefetches: one of those from `next`, which are
 * copied after the row of tiles. Without one the copy `a`, which is in the cache. */
static inline const Word *row_ahead(const Product *product, size_t next, size_t end, size_t tile, size_t k,
                                    const Word *a)
{
    bool exists = tile < product->tile->rows && next + tile < end;
    return exists ? product->a + (next + tile) * product->a_stride + (k << product->shift) : a;
}

static inline void compute_submatrix(const Product *product, Submatrix part)
{
    Range rows = part.rows, columns = part.columns;
    size_t n = product->depth, most = slab_depth(product), end = rows.first + rows.count,
           width = product->tile->columns, height = product->tile->rows;
    _Alignas(sizeof(Word64)) Word a[TILE_MAX_ROWS * MAX_DEPTH];
    for (size_t k = 0; k < n; k += most) {
        size_t depth = size_min(most, n - k);
        for (size_t i = rows.first; i < end; i += height) {
            pack_rows(product, i, k, depth, a);
            for (size_t j = 0; j < columns.count; j += width) {
                compute_tile(product, a, i, columns.first + j, k, depth,
                             row_ahead(product, i + height, end, j / width, k, a));
            }
        }
    }
}

/* Computes the columns by one thread, which copies each slab of a band just before its use, into `panels`, of
 * MAX_DEPTH x BAND_COLUMNS words. The copy stays in the second-level cache. A copy of B as a whole is written
 * to memory and read again, which takes longer than few rows of tiles. */
static inline void compute_columns(Product product, Range columns, Word *panels)
{
    const size_t width = product.tile->columns, band = (BAND_COLUMNS << product.shift) / width * width,
                 most = slab_depth(&product), end = columns.first + columns.count;
    Product slab = product;
    slab.panels = panels;
    for (size_t j = columns.first; j < end; j += band) {
        slab.columns = size_min(band, end - j);
        slab.out = product.out + j;
        for (size_t k = 0; k < product.depth; k += most) {
            slab.depth = size_min(most, product.depth - k);
            slab.a = product.a + (k << product.shift);
            slab.b = product.b + k * product.b_stride + j;
            slab.more = k > 0;
            pack_panels(&slab, 0, size_round_up(slab.columns, width) / width);
            compute_submatrix(&slab, (Submatrix){{0, slab.rows}, {0, slab.columns}});
        }
    }
}
