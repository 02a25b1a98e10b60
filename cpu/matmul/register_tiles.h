/* The register tile of a product, in all vector widths and element types.
 *
 * A tile of the result stays in registers while k runs. A step of k loads a row of B (two vectors) and a
 * column of A (one element per row) and does two multiply-adds per row with them: a multiply-add needs no
 * load or store of its own. The tile is two vectors wide and as high as registers allow. 12 rows are 24 sums,
 * which with two vectors of B and a factor fit the 32 registers of AVX-512; 16 registers hold 6 rows. A
 * dependent sum has a latency of 4 cycles and two start per cycle, so at least 8 independent ones are needed.
 * The wide tile has three vectors and 9 (4) rows: 12 loads per 27 multiply-adds, not 14 per 24. The width of
 * vectors is selected at run time. A variant defines A_AT(i, k) (tile_kernel.h) and includes this file once.
 * Source: Goto, van de Geijn: Anatomy of high-performance matrix multiplication, ACM TOMS 34, 2008. */
#pragma once

#include <stdbool.h>
#include <string.h>

#include "common/workload.h"
#include "cpu/isa.h"
#include "cpu/unroll.h"
#include "cpu/word.h"

typedef void TileKernel(size_t depth, const void *a, size_t a_stride, const void *b, size_t b_stride, void *c,
                        size_t c_stride, bool more, const Word *ahead);

enum { TILE_PREFETCH_ROWS = 12 }; /* rows of B to prefetch ahead */

#define ROWS (BYTES == 64 ? 12 : 6)
#define WIDE_ROWS (BYTES == 64 ? 9 : 4)
#define INITIAL_CELL 0
#define COMBINE(sum, factor, vector) ((sum) + (factor) * (vector))
#define MERGE(sum, before) ((sum) + (before))

#define FACTOR uint32_t
#define TYPE int32
#define ELEMENT uint32_t
#define KERNEL "cpu/tile_kernel.h"
#include "cpu/widths.h"

#define MULTIPLY_ADD "vfmadd231ps"
#define TYPE float32
#define ELEMENT float
#define KERNEL "cpu/tile_kernel.h"
#include "cpu/widths.h"
#undef FACTOR
#undef MULTIPLY_ADD

#define FACTOR uint64_t
#define MULTIPLY_ADD "vfmadd231pd"
#define TYPE float64
#define ELEMENT double
#define KERNEL "cpu/tile_kernel.h"
#include "cpu/widths.h"
#undef FACTOR
#undef MULTIPLY_ADD

enum { TILE_MAX_ROWS = 12, TILE_MAX_COLUMNS = 48 };

/* Columns, and everything that is as wide as B and the result, count in words of 32 bits, so that a tile has
 * as many of them in every type. */
typedef struct RegisterTile {
    size_t rows, columns;
    TileKernel *kernel[ELEMENT_TYPES];
} RegisterTile;

/* Binary logarithm of the words of an element: 0 or 1. */
static inline unsigned word_shift(ElementType type)
{
    return type_size(type) > sizeof(Word);
}

/* Computes a tile of which only `rows` and `columns` are inside the matrix, in a buffer. The operands have
 * all its rows and columns; `out` has rows of n words. a_stride and b_stride count elements. */
static inline void tile_at_edge(TileKernel *kernel, unsigned shift, size_t depth, const Word *a,
                                size_t a_stride, const Word *b, size_t b_stride, Word *out, size_t n,
                                size_t rows, size_t columns, bool more, const Word *ahead)
{
    Word buffer[TILE_MAX_ROWS * TILE_MAX_COLUMNS] = {0};
    for (size_t row = 0; row < rows; row++) {
        memcpy(buffer + row * TILE_MAX_COLUMNS, out + row * n, columns * sizeof *out);
    }
    kernel(depth, a, a_stride, b, b_stride, buffer, TILE_MAX_COLUMNS >> shift, more, ahead);
    for (size_t row = 0; row < rows; row++) {
        memcpy(out + row * n, buffer + row * TILE_MAX_COLUMNS, columns * sizeof *out);
    }
}

#define TILE_KERNEL(name, NAME, Element, Wide, PRECISION, POISON, tile, width)                               \
    [TYPE_##NAME] = tile##_##name##_##width,
#define TILES(rows, columns, wide_rows, wide_columns, width)                                                 \
    {                                                                                                        \
        {rows, columns, {FOR_EACH_TYPE(TILE_KERNEL, tile, width)}},                                          \
            {wide_rows, wide_columns, {FOR_EACH_TYPE(TILE_KERNEL, wide_tile, width)}},                       \
    }

enum { WIDE_TILE = 1 }; /* the second one of a width */
static const RegisterTile register_tiles[][2] = {
    [ISA_BASELINE] = TILES(6, 8, 4, 12, baseline),
#ifdef __x86_64__
    [ISA_SSE41] = TILES(6, 8, 4, 12, sse41),
    [ISA_AVX2] = TILES(6, 16, 4, 24, avx2),
    [ISA_AVX512] = TILES(12, 32, 9, 48, avx512),
#endif
};
