/* A product of bfloat16 by tiles on packed pairs: shared by cpu/dot_bfloat16 and cpu/amx_bfloat16.
 *
 * Their instructions multiply pairs of numbers, one pair per word, and add both products to a sum in float32.
 * A pair has two neighboring k: rows of A consist of pairs as they are, and B is packed in pairs, by all
 * threads. Panels, slabs of k, submatrices and the copy of a part of A are those of cpu/packed, in words.
 *
 * The sums of a slab must not be rounded to 16 bits before the next slab adds to them. So a submatrix is
 * computed in chunks of rows, whose sums stay in the second-level cache, those of a tile in one piece:
 *
 *     for each chunk of a submatrix
 *         for each slab of k, whose panels of the band stay in the second-level cache
 *             for each row of tiles: copy its part of A, which stays in the first-level cache
 *                 for each panel of the band: one tile, while the next part of A is prefetched
 *
 * A tile of the last slab is rounded while it is in the first-level cache. All operands are padded with zeros
 * to whole tiles; only the rounding is clipped to the matrix.
 *
 * A variant defines the constants ROWS, of a tile; DEPTH, pairs of which a slab is a multiple; MAX_PAIRS, of
 * a slab; BAND_COLUMNS, CHUNK_ROWS; and compute_tile. */
#pragma once

#include <immintrin.h>
#include <string.h>

#include "common/size.h"
#include "common/workload.h"
#include "cpu/isa.h"
#include "cpu/matmul/submatrix.h"
#include "cpu/unroll.h"
#include "cpu/word.h"

#define BFLOAT16_TARGET __attribute__((target("avx512f,avx512bw,avx512bf16")))

enum {
    LANES = 16,
    COLUMNS = 2 * LANES, /* of a tile */
    CHUNK_TILES = CHUNK_ROWS / ROWS * (BAND_COLUMNS / COLUMNS),
    PACK_PAIRS = 8,
};

typedef struct Sums {
    float row[ROWS][COLUMNS];
} Sums;

typedef struct Product {
    size_t m, n, depth;
    size_t pairs, slab, panels; /* pairs of k, padded; those of a slab; number of panels */
    const uint16_t *a, *b;
    uint16_t *out;
    Word *packed; /* B, ordered by slab, panel */
    Sums *sums;   /* of tiles, ordered by row of tiles */
} Product;

/* The sums of a tile: `before`, or zero without it, plus the product of ROWS rows of A, MAX_PAIRS words
 * apart, and a panel of B. Meanwhile the words at `ahead` are prefetched. */
static void compute_tile(size_t pairs, const Word *a, const Word *panel, const Sums *before, Sums *after,
                         const uint16_t *ahead);

static Product product_of(const Task *task)
{
    const Point *point = task->point;
    const size_t pairs = size_round_up(point->k, 2) / 2, slabs = size_round_up(pairs, MAX_PAIRS) / MAX_PAIRS;
    Sums *sums = task->workspace;
    return (Product){.m = point->m,
                     .n = point->n,
                     .depth = point->k,
                     .pairs = size_round_up(pairs, DEPTH),
                     .slab = size_round_up(size_round_up(pairs, slabs) / slabs, DEPTH),
                     .panels = size_round_up(point->n, COLUMNS) / COLUMNS,
                     .a = task->a,
                     .b = task->b,
                     .out = task->out,
                     .sums = sums,
                     .packed = (Word *)(sums + point->threads * CHUNK_TILES)};
}

/* The panel of a slab that has `pairs` pairs from `first` on. */
static Word *panel_of(const Product *product, size_t first, size_t pairs, size_t panel)
{
    return product->packed + (first * product->panels + panel * pairs) * COLUMNS;
}

/* Loads row k of B's panel, with zeros outside the matrix. */
BFLOAT16_TARGET static inline __m512i load_row(const Product *product, size_t panel, size_t k)
{
    const size_t columns = size_min(COLUMNS, product->n - panel * COLUMNS);
    const bool exists = k < product->depth;
    const __mmask32 inside = exists ? (__mmask32)(((uint64_t)1 << columns) - 1) : 0;
    return _mm512_maskz_loadu_epi16(inside, product->b + (exists ? k * product->n : 0) + panel * COLUMNS);
}

/* Packs panels first .. first + count - 1 of B in the slab from pair `slab` on, a few rows at a time, as in
 * cpu/packed. */
BFLOAT16_TARGET static void pack_panels(const Product *product, size_t slab, size_t first, size_t count)
{
    const size_t pairs = size_min(product->slab, product->pairs - slab);
    uint16_t order[2][COLUMNS]; /* of both rows' elements in pairs */
    for (size_t i = 0; i < 2 * COLUMNS; i++) {
        order[i / COLUMNS][i % COLUMNS] = (uint16_t)(i / 2 + i % 2 * COLUMNS);
    }
    const __m512i left = _mm512_loadu_si512(order[0]), right = _mm512_loadu_si512(order[1]);
    for (size_t some = 0; some < pairs; some += PACK_PAIRS) {
        for (size_t panel = first; panel < first + count; panel++) {
            Word *to = panel_of(product, slab, pairs, panel) + some * COLUMNS;
            for (size_t pair = some; pair < size_min(some + PACK_PAIRS, pairs); pair++, to += COLUMNS) {
                const __m512i even = load_row(product, panel, 2 * (slab + pair)),
                              odd = load_row(product, panel, 2 * (slab + pair) + 1);
                _mm512_storeu_si512(to, _mm512_permutex2var_epi16(even, left, odd));
                _mm512_storeu_si512(to + LANES, _mm512_permutex2var_epi16(even, right, odd));
            }
        }
    }
}

/* Packs ROWS rows of A from row i in a slab, with zeros outside the matrix. */
static inline void pack_rows(const Product *product, size_t i, size_t slab, size_t pairs, Word *to)
{
    const size_t depth = size_min(2 * pairs, product->depth - 2 * slab);
    for (size_t row = 0; row < ROWS; row++) {
        const size_t inside = i + row < product->m ? depth : 0;
        uint16_t *of_row = (uint16_t *)(to + row * MAX_PAIRS);
        memcpy(of_row, product->a + (i + row) * product->depth + 2 * slab, inside * sizeof *of_row);
        memset(of_row + inside, 0, (2 * pairs - inside) * sizeof *of_row);
    }
}

/* Rounds the sums of the tile at (i, j) to the result. */
BFLOAT16_TARGET static inline void round_tile(const Product *product, size_t i, size_t j, const Sums *sums)
{
    const __mmask32 inside = (__mmask32)(((uint64_t)1 << size_min(COLUMNS, product->n - j)) - 1);
    uint16_t *out = product->out + i * product->n + j;
    for (size_t row = 0; row < size_min(ROWS, product->m - i); row++) {
        const float *of_row = sums->row[row];
        _mm512_mask_storeu_epi16(
            out + row * product->n, inside,
            (__m512i)_mm512_cvtne2ps_pbh(_mm512_loadu_ps(of_row + LANES), _mm512_loadu_ps(of_row)));
    }
}

/* The rows first .. end - 1, a chunk, of a band of columns. Each tile prefetches a row of the part of A that
 * is packed next: of the rows below or, after the last ones, of the next slab. */
static inline void compute_chunk(const Product *product, size_t first, size_t end, Range columns, Sums *sums)
{
    _Alignas(64) Word a[ROWS * MAX_PAIRS];
    _Alignas(64) Sums last;
    for (size_t slab = 0; slab < product->pairs; slab += product->slab) {
        const size_t pairs = size_min(product->slab, product->pairs - slab);
        const bool is_last = slab + pairs == product->pairs;
        Sums *of_tile = sums;
        for (size_t i = first; i < end; i += ROWS) {
            const bool below = i + ROWS < end || is_last;
            const size_t next = below ? i + ROWS : first, next_k = 2 * (below ? slab : slab + pairs);
            pack_rows(product, i, slab, pairs, a);
            for (size_t j = 0; j < columns.count; j += COLUMNS, of_tile++) {
                const size_t column = columns.first + j, row = size_min(next + j / COLUMNS, end - 1);
                compute_tile(pairs, a, panel_of(product, slab, pairs, column / COLUMNS),
                             slab > 0 ? of_tile : NULL, is_last ? &last : of_tile,
                             product->a + row * product->depth + next_k);
                if (is_last) {
                    round_tile(product, i, column, &last);
                }
            }
        }
    }
}

/* A thread's part of the product, called by all of a team. */
static inline void compute_parts(const Product *product, Claims *claims)
{
    Sums *sums = product->sums + thread_team().thread * CHUNK_TILES;
    const Range panels = thread_range(product->panels, 1);
    for (size_t slab = 0; slab < product->pairs; slab += product->slab) {
        pack_panels(product, slab, panels.first, panels.count);
    }
#pragma omp barrier
    for (Submatrix part; claim_submatrix(claims, &part);) {
        const size_t end = part.rows.first + part.rows.count;
        for (size_t i = part.rows.first; i < end; i += CHUNK_ROWS) {
            compute_chunk(product, i, size_min(i + CHUNK_ROWS, end), part.columns, sums);
        }
    }
}

static size_t workspace(const Point *point)
{
    const size_t row = size_mul(size_round_up(point->n, COLUMNS), sizeof(Word) / 2); /* of B, of one k */
    return size_add(size_mul(row, size_round_up(point->k, 2 * DEPTH)),
                    point->threads * CHUNK_TILES * sizeof(Sums));
}

/* For Variant.missing. */
static inline const char *bfloat16_missing(void)
{
    return isa_widest() >= ISA_AVX512 && __builtin_cpu_supports("avx512bf16") ? NULL
                                                                              : "this CPU has no AVX512-BF16";
}
