/* matmul cpu/vnni: cpu/packed with 16-bit limbs, for the processor's dot-product instruction.
 * Processor: x86-64
 *
 * A 32-bit multiplication takes the time of two instructions, and its addition a third. vpdpwssd multiplies
 * two pairs of 16-bit numbers and adds both products to a 32-bit sum, in the time of one. So each element is
 * split into limbs, x = low + 2^16 high, low signed, and modulo 2^32 the product of two elements is
 *
 *     low low' + 2^16 (low high' + high low').
 *
 * Both cross products of one k are one vpdpwssd, of A's limbs and B's swapped ones; the low products of two k
 * are another: one and a half instructions instead of three. The cross products are summed first, then the
 * sums are shifted and the low products added, so that a cell needs one sum. Every addition wraps: the result
 * is exact for every n. Tile, panels and submatrices are those of cpu/packed, with half as many steps again:
 * after the limbs of a slab the copies hold its low limbs in pairs, a k of the first half with one of the
 * second. Cells at the edges are computed and masked.
 *
 * Measured on one thread of a Xeon (Sapphire Rapids): 2.1 times cpu/packed at n 1024 and 1500; 1.9 to 2.1
 * times the ceiling of 32-bit multiplications; 0.96 of the ceiling of limbs (multiply_add cpu/vnni). With the
 * compiler's intrinsic the same code is slower than cpu/packed: gcc 12 copies sums needlessly.
 *
 * Limits: AVX-512 VNNI; a copy of B of half as much memory again. It is slower where a 32-bit multiplication
 * takes the time of one instruction: on Zen 4 a study of the same idea reached 0.7 of cpu/packed.
 *
 * Source: Intel, Optimization Reference Manual, VNNI; Knuth, TAOCP 2, 4.3. */
#include <immintrin.h>
#include <string.h>

#include "common/size.h"
#include "common/workload.h"
#include "cpu/isa.h"
#include "cpu/matmul/submatrix.h"
#include "cpu/unroll.h"
#include "cpu/vnni.h"

enum {
    LANES = 16,
    ROWS = 12, /* of a tile: with two vectors per row 24 sums, as in cpu/packed */
    COLUMNS = 2 * LANES,
    AHEAD = 12,         /* rows of a panel to prefetch ahead */
    MAX_PAIRS = 160,    /* of k per slab: its part of A takes 23 KiB of the first-level cache */
    BAND_COLUMNS = 384, /* of a slab: 720 KiB of the second-level cache */
    PACK_PAIRS = 8,
};

typedef uint32_t Words __attribute__((vector_size(4 * LANES), aligned(4), may_alias)); /* unaligned */

typedef struct Product {
    size_t m, n, depth;
    size_t slabs, panels; /* number of each */
    size_t pairs;         /* of k per slab */
    const uint32_t *a, *b;
    uint32_t *packed, *out; /* packed: B, ordered by slab, panel */
} Product;

static Product product_of(const Point *point)
{
    const size_t n = point->n, depth = point->k;
    Product product = {.m = point->m,
                       .n = n,
                       .depth = depth,
                       .slabs = depth / (2 * MAX_PAIRS) + (depth % (2 * MAX_PAIRS) != 0),
                       .panels = n / COLUMNS + (n % COLUMNS != 0)};
    product.pairs = (depth + 2 * product.slabs - 1) / (2 * product.slabs);
    return product;
}

static uint32_t *panel_of(const Product *product, size_t slab, size_t panel)
{
    return product->packed + (slab * product->panels + panel) * 3 * product->pairs * COLUMNS;
}

/* Loads row k of B's panel as limbs, with zeros outside the matrix. */
VNNI_TARGET static void load_row(const Product *product, size_t panel, size_t k, Words row[2])
{
    size_t n = product->n, columns = size_min(COLUMNS, n - panel * COLUMNS);
    const bool exists = k < product->depth;
    uint32_t inside = exists ? (uint32_t)(((uint64_t)1 << columns) - 1) : 0;
    const uint32_t *from = product->b + (exists ? k * n : 0) + panel * COLUMNS;
    for (int v = 0; v < 2; v++) {
        row[v] = (Words)_mm512_maskz_loadu_epi32((__mmask16)(inside >> v * LANES), from + v * LANES);
        row[v] = VNNI_LIMBS(row[v]);
    }
}

/* Packs panels first .. first + count - 1 of B in a slab, a few rows at a time, as in cpu/packed. */
VNNI_TARGET static void pack_panels(const Product *product, size_t slab, size_t first, size_t count)
{
    size_t pairs = product->pairs, k = slab * 2 * pairs;
    for (size_t some = 0; some < pairs; some += PACK_PAIRS) {
        for (size_t panel = first; panel < first + count; panel++) {
            Words(*to)[2] = (void *)panel_of(product, slab, panel);
            for (size_t pair = some; pair < size_min(some + PACK_PAIRS, pairs); pair++) {
                Words upper[2], lower[2];
                load_row(product, panel, k + pair, upper);
                load_row(product, panel, k + pairs + pair, lower);
                for (int v = 0; v < 2; v++) {
                    to[pair][v] = VNNI_SWAPPED(upper[v]);
                    to[pairs + pair][v] = VNNI_SWAPPED(lower[v]);
                    to[2 * pairs + pair][v] = VNNI_LOW_PAIR(upper[v], lower[v]);
                }
            }
        }
    }
}

/* Packs ROWS rows of A from row i in a slab, as limbs followed by pairs of low limbs, with zeros outside the
 * matrix. */
VNNI_TARGET static void pack_rows(const Product *product, size_t i, size_t slab,
                                  uint32_t to[ROWS][3 * MAX_PAIRS])
{
    const size_t most = product->depth, pairs = product->pairs, k = slab * 2 * pairs;
    const size_t depth = k < most ? size_min(2 * pairs, most - k) : 0;
    for (size_t row = 0; row < ROWS; row++) {
        size_t inside = i + row < product->m ? depth : 0;
        memcpy(to[row], product->a + (i + row) * most + k, inside * sizeof(uint32_t));
        memset(to[row] + inside, 0, (2 * pairs - inside) * sizeof(uint32_t));
        for (size_t step = 0; step < 2 * pairs; step++) {
            to[row][step] = VNNI_LIMBS(to[row][step]);
        }
        for (size_t pair = 0; pair < pairs; pair++) {
            to[row][2 * pairs + pair] = VNNI_LOW_PAIR(to[row][pair], to[row][pairs + pair]);
        }
    }
}

/* Adds to, or sets, the lanes inside the matrix. */
VNNI_TARGET static inline void add_to(uint32_t *c, __mmask16 inside, __m512i sum, bool more)
{
    __m512i before = _mm512_maskz_loadu_epi32(more ? inside : 0, c);
    _mm512_mask_storeu_epi32(c, inside, _mm512_add_epi32(sum, before));
}

/* C = A B, or C = C + A B if `more`, for a slab; C has rows of n elements, of which `rows` and `columns` are
 * inside the matrix. */
VNNI_TARGET static void compute_tile(size_t pairs, const uint32_t a[ROWS][3 * MAX_PAIRS],
                                     const uint32_t *panel, uint32_t *c, size_t n, size_t rows,
                                     size_t columns, bool more)
{
    __m512i sum[ROWS][2];
    UNROLL
    for (int i = 0; i < ROWS; i++) {
        sum[i][0] = sum[i][1] = _mm512_setzero_si512();
    }
#define STEP(k)                                                                                              \
    {                                                                                                        \
        const uint32_t *of_b = panel + (k)*COLUMNS;                                                          \
        const __m512i left = _mm512_loadu_si512(of_b), right = _mm512_loadu_si512(of_b + LANES);             \
        __builtin_prefetch(of_b + AHEAD * COLUMNS);                                                          \
        __builtin_prefetch(of_b + AHEAD * COLUMNS + LANES);                                                  \
        UNROLL                                                                                               \
        for (int i = 0; i < ROWS; i++) {                                                                     \
            const __m512i factor = _mm512_set1_epi32((int)a[i][k]);                                          \
            VNNI_ADD_PRODUCTS(sum[i][0], factor, left);                                                      \
            VNNI_ADD_PRODUCTS(sum[i][1], factor, right);                                                     \
            IN_REGISTER(factor);                                                                             \
        }                                                                                                    \
        IN_REGISTER(left);                                                                                   \
        IN_REGISTER(right);                                                                                  \
    }
    for (size_t k = 0; k < 2 * pairs; k++) {
        if (k < rows) {
            __builtin_prefetch(c + k * n, 1); /* C is needed last: prefetched meanwhile */
            __builtin_prefetch(c + k * n + COLUMNS - 1, 1);
        }
        STEP(k)
    }
    UNROLL
    for (int i = 0; i < ROWS; i++) {
        sum[i][0] = _mm512_slli_epi32(sum[i][0], 16);
        sum[i][1] = _mm512_slli_epi32(sum[i][1], 16);
    }
    for (size_t k = 2 * pairs; k < 3 * pairs; k++) {
        STEP(k)
    }
#undef STEP
    __mmask16 inside[2] = {(__mmask16)((1u << size_min(columns, LANES)) - 1),
                           (__mmask16)((1u << (columns - size_min(columns, LANES))) - 1)};
    UNROLL
    for (int i = 0; i < ROWS; i++) {
        if ((size_t)i < rows) {
            add_to(c + (size_t)i * n, inside[0], sum[i][0], more);
            add_to(c + (size_t)i * n + LANES, inside[1], sum[i][1], more);
        }
    }
}

static void compute_submatrix(const Product *product, Submatrix part)
{
    size_t n = product->n, bottom = part.rows.first + part.rows.count,
           right = part.columns.first + part.columns.count;
    uint32_t a[ROWS][3 * MAX_PAIRS];
    for (size_t slab = 0; slab < product->slabs; slab++) {
        for (size_t i = part.rows.first; i < bottom; i += ROWS) {
            pack_rows(product, i, slab, a);
            for (size_t j = part.columns.first; j < right; j += COLUMNS) {
                compute_tile(product->pairs, (void *)a, panel_of(product, slab, j / COLUMNS),
                             product->out + i * n + j, n, size_min(ROWS, product->m - i),
                             size_min(COLUMNS, n - j), slab > 0);
            }
        }
    }
}

static int run(const Task *task)
{
    Product product = product_of(task->point);
    product.a = task->a;
    product.b = task->b;
    product.out = task->out;
    product.packed = task->workspace;
    Claims claims = {product.m, product.n, ROWS, COLUMNS, BAND_COLUMNS, 0};
#pragma omp parallel
    {
        Range panels = thread_range(product.panels, 1);
        for (size_t slab = 0; slab < product.slabs; slab++) {
            pack_panels(&product, slab, panels.first, panels.count);
        }
#pragma omp barrier
        for (Submatrix part; claim_submatrix(&claims, &part);) {
            compute_submatrix(&product, part);
        }
    }
    return 0;
}

static size_t workspace(const Point *point)
{
    Product product = product_of(point);
    return size_mul(size_mul(product.slabs * 3 * product.pairs, product.panels), COLUMNS * sizeof(uint32_t));
}

const Variant variant_cpu_matmul_vnni = {
    .workload = "matmul",
    .name = "cpu/vnni",
    .idea = "packed tiles of 16-bit limbs: a dot product of two pairs in place of half a multiplication",
    .source = "Intel, Optimization Reference Manual; Knuth, TAOCP 2, 4.3",
    .after = "cpu/packed",
    .types = INT32,
    .axes = AXIS_OPENMP_THREADS,
    .instructions = INSTRUCTIONS_DOT,
    .missing = vnni_missing,
    .workspace = workspace,
    .run = run,
};
