/* The tile of a min-plus product, C = min(C, A + B), in all vector widths.
 *
 * It is the register tile of matmul cpu/register_tile with an addition and a minimum instead of a
 * multiplication and an addition. It is two vectors wide. With 8 rows, 16 vectors of cells, two of B, a
 * factor and a sum fit the 32 registers of AVX-512; 16 registers hold 4 rows. A minimum has a latency of one
 * cycle, so these are enough chains to keep the ports busy.
 *
 * Distances are int32 or, where they are known to be short, uint16: twice as many per vector. */
#pragma once

#include <stdbool.h>

#include "common/graph/graph.h"
#include "common/workload.h"
#include "cpu/isa.h"
#include "cpu/unroll.h"
#include "cpu/word.h"

/* Greater than any path length: unreachable. The sum of two fits the type and replaces no path. */
enum { INFINITE_INT32 = GRAPH_UNREACHABLE, INFINITE_UINT16 = 0x7fff };

typedef void TileKernel(size_t depth, const void *a, size_t a_stride, const void *b, size_t b_stride, void *c,
                        size_t c_stride, bool more, const Word *ahead);

enum { TILE_PREFETCH_ROWS = 12 }; /* rows of B to prefetch ahead */

/* Minima of vectors by element type and width; baseline: a comparison and a selection. */
#define MIN_int32_baseline(x, y) ((((x) < (y)) & (x)) | (((x) >= (y)) & (y)))
#define MIN_uint16_baseline MIN_int32_baseline
#ifdef __x86_64__
#include <immintrin.h>
#define MIN_int32_sse41(x, y) _mm_min_epi32((__m128i)(x), (__m128i)(y))
#define MIN_uint16_sse41(x, y) _mm_min_epu16((__m128i)(x), (__m128i)(y))
#define MIN_int32_avx2(x, y) _mm256_min_epi32((__m256i)(x), (__m256i)(y))
#define MIN_uint16_avx2(x, y) _mm256_min_epu16((__m256i)(x), (__m256i)(y))
#define MIN_int32_avx512(x, y) _mm512_min_epi32((__m512i)(x), (__m512i)(y))
#define MIN_uint16_avx512(x, y) _mm512_min_epu16((__m512i)(x), (__m512i)(y))
#endif

#define A_AT(i, k) a[(i)*a_stride + (k)]
#define ROWS (BYTES == 64 ? 8 : 4)
#define COMBINE(cell, factor, vector)                                                                        \
    ({                                                                                                       \
        NAME(Vector) least = MERGE(cell, (factor) + (vector));                                               \
        IN_PLACE(least);                                                                                     \
        least;                                                                                               \
    })
#define MERGE(x, y) (NAME(Vector)) NAME(MIN)(x, y)

#define FACTOR uint32_t
#define INITIAL_CELL INFINITE_INT32
#define TYPE int32
#define ELEMENT int32_t
#define KERNEL "cpu/tile_kernel.h"
#include "cpu/widths.h"
#undef INITIAL_CELL

#define INITIAL_CELL INFINITE_UINT16
#define TYPE uint16
#define ELEMENT uint16_t
#define KERNEL "cpu/tile_kernel.h"
#include "cpu/widths.h"

typedef struct MinPlusTile {
    size_t rows, bytes; /* of the tile: its height, and the width of a row */
    TileKernel *int32, *uint16;
} MinPlusTile;

enum { TILE_MAX_ROWS = 8, TILE_MAX_BYTES = 128 };

static const MinPlusTile min_plus_tiles[] = {
    [ISA_BASELINE] = {4, 32, tile_int32_baseline, tile_uint16_baseline},
#ifdef __x86_64__
    [ISA_SSE41] = {4, 32, tile_int32_sse41, tile_uint16_sse41},
    [ISA_AVX2] = {4, 64, tile_int32_avx2, tile_uint16_avx2},
    [ISA_AVX512] = {8, 128, tile_int32_avx512, tile_uint16_avx512},
#endif
};
