/* matmul cpu/amx: cpu/packed with 8-bit limbs, on the processor's matrix unit.
 * Processor: x86-64
 * Target: amx-int8
 *
 * tdpbuud multiplies 16 rows of 64 bytes by 16 columns of 64 and adds the 256 dot products to 256 sums of 32
 * bits, in 16 cycles. Operands and sums are tiles, eight registers of 1 KiB. With x = x0 + 2^8 x1 + 2^16 x2 +
 * 2^24 x3 in four limbs, a product of elements is sixteen products of limbs. Modulo 2^32 ten of them remain,
 * of weight 2^(8 s), s = 0 to 3. So 64 k of 16 x 16 cells take 160 cycles, where vpdpwssd needs 768. Every
 * addition wraps: the result is exact for every n.
 *
 * Two tiles of the result, one below the other, are computed at a time, from limbs of A in the first-level
 * cache, in two passes over a slab of k: first the sums of s = 3 and 2, which are four tiles, then those of s
 * = 1 and 0. Within a pass the order of limbs is such that each is loaded once per step,
 *
 *     x0 y3, x0 y2, x1 y2, x1 y1, x2 y1, x2 y0, x3 y0     and then     x0 y1, x0 y0, x1 y0
 *
 * (x: two tiles of A, y: one of B). Sums are stored to memory and combined by vector code, which runs while
 * the matrix unit computes the next tile. The rest is as in cpu/packed: panels of B packed once by all
 * threads, slabs, and submatrices that threads claim.
 *
 * Measured on a Xeon (Sapphire Rapids): 3.8 times cpu/packed on one thread at n 1000, 2.7 on 16 at n 4000; on
 * one thread 4.3 to 4.8 times the ceiling of 32-bit multiplications; 0.6 to 0.8 of the ceiling of limbs
 * (multiply_add cpu/amx). With all data in the first-level cache the two passes are 1.5 times as fast: the
 * rest is loading B from the second level, copying A and B, and storing results. Combining the sums of a tile
 * at once costs 4 %, not prefetching rows of A 2 %.
 *
 * Limits: AMX-INT8 and Linux, from which each process must request permission. The clock falls while the unit
 * works, by a quarter here.
 *
 * Source: Intel, Optimization Reference Manual, AMX; Ootomo, Ozaki, Yokota: DGEMM on integer matrix
 * multiplication unit, IJHPCA 2024. */
#include "cpu/amx.h"
#include "common/size.h"
#include "common/workload.h"
#include "cpu/matmul/submatrix.h"
#include "cpu/unroll.h"

enum {
    ROWS = 2 * AMX_SIDE,
    COLUMNS = AMX_SIDE,
    MAX_STEPS = 4,       /* of a slab: its part of A takes 32 KiB of the first-level cache */
    BAND_COLUMNS = 1024, /* of a slab: 1 MiB of the second-level cache */
};

typedef uint32_t Sums[ROWS][COLUMNS];

typedef struct Product {
    size_t m, n, depth;
    size_t steps, slabs, panels; /* number of each */
    const uint32_t *a, *b;
    uint32_t *out;
    AmxTile (*packed)[AMX_LIMBS]; /* B, ordered by slab, panel, step */
} Product;

/* A tile of the result whose sums are not combined yet, clipped to the matrix. */
typedef struct Pending {
    uint32_t *c;
    size_t rows, columns;
    bool more; /* C holds the sums of previous slabs */
} Pending;

static Product product_of(const Point *point)
{
    const size_t n = point->n, depth = point->k;
    Product product = {.m = point->m,
                       .n = n,
                       .depth = depth,
                       .steps = depth / AMX_DEPTH + (depth % AMX_DEPTH != 0),
                       .panels = n / COLUMNS + (n % COLUMNS != 0)};
    product.slabs = (product.steps + MAX_STEPS - 1) / MAX_STEPS;
    return product;
}

static Range steps_of(const Product *product, size_t slab)
{
    return range_of(product->steps, 1, slab, product->slabs);
}

static AmxTile (*panel_of(const Product *product, Range steps, size_t panel))[AMX_LIMBS]
{
    return product->packed + steps.first * product->panels + panel * steps.count;
}

/* ---- packing ---- */

/* Loads up to 16 elements of a row, with zeros outside the matrix. */
AMX_VECTORS static inline AmxWords load_words(const uint32_t *from, size_t count)
{
    __mmask16 inside = (__mmask16)((1u << size_min(count, AMX_SIDE)) - 1);
    return (AmxWords)_mm512_maskz_loadu_epi32(inside, from);
}

/* Packs row `row` of the four tiles of a panel of B in a step. */
AMX_VECTORS static inline void pack_row_of_b(const Product *product, size_t step, size_t panel, size_t row,
                                             AmxTile to[AMX_LIMBS])
{
    size_t n = product->n;
    AmxWords x[4], limbs[AMX_LIMBS];
    UNROLL
    for (size_t i = 0; i < 4; i++) {
        size_t k = step * AMX_DEPTH + i * AMX_SIDE + row;
        const bool exists = k < product->depth;
        x[i] =
            load_words(product->b + (exists ? k * n : 0) + panel * COLUMNS, exists ? n - panel * COLUMNS : 0);
    }
    amx_split(x, limbs);
    UNROLL
    for (int limb = 0; limb < AMX_LIMBS; limb++) {
        *(AmxWords *)(void *)to[limb][row] = limbs[limb];
    }
}

/* Packs panels first .. first + count - 1 of B in a slab. */
AMX_VECTORS static void pack_panels(const Product *product, Range steps, size_t first, size_t count)
{
    for (size_t step = 0; step < steps.count; step++) {
        for (size_t panel = first; panel < first + count; panel++) {
            AmxTile *to = panel_of(product, steps, panel)[step];
            for (size_t row = 0; row < AMX_SIDE; row++) {
                pack_row_of_b(product, steps.first + step, panel, row, to);
            }
        }
    }
}

/* Packs ROWS rows of A from row i in a slab. */
AMX_VECTORS static void pack_rows(const Product *product, size_t i, Range steps, AmxTile to[][AMX_LIMBS][2])
{
    size_t depth = product->depth;
    for (size_t row = 0; row < ROWS; row++) {
        const bool exists = i + row < product->m;
        const uint32_t *from = product->a + (exists ? i + row : 0) * depth;
        for (size_t step = 0; step < steps.count; step++) {
            AmxWords x[4], limbs[AMX_LIMBS];
            UNROLL
            for (size_t v = 0; v < 4; v++) {
                size_t k = size_min(depth, (steps.first + step) * AMX_DEPTH + v * AMX_SIDE);
                x[v] = load_words(from + k, exists ? depth - k : 0);
            }
            amx_split(x, limbs);
            UNROLL
            for (int limb = 0; limb < AMX_LIMBS; limb++) {
                *(AmxWords *)(void *)to[step][limb][row / AMX_SIDE][row % AMX_SIDE] = limbs[limb];
            }
        }
    }
    AMX_WRITTEN(to);
}

/* Prefetches row i of A in a slab. */
static void fetch_row(const Product *product, size_t i, Range steps)
{
    const uint32_t *row = product->a + i * product->depth + steps.first * AMX_DEPTH;
    for (size_t k = 0; i < product->m && k < steps.count * AMX_DEPTH; k += AMX_SIDE) {
        __builtin_prefetch(row + k, 0, 2);
    }
}

/* ---- products: sums in tiles 0 to 3, two of A in 4 and 5, one of B in 6 or 7 ---- */

#define LOAD_A(limb)                                                                                         \
    _tile_loadd(4, a[step][limb][0], AMX_DEPTH);                                                             \
    _tile_loadd(5, a[step][limb][1], AMX_DEPTH)
#define LOAD_B(tile, limb) _tile_loadd(tile, b[step][limb], AMX_DEPTH)
#define ADD_PRODUCTS(upper, lower, b)                                                                        \
    _tile_dpbuud(upper, 4, b);                                                                               \
    _tile_dpbuud(lower, 5, b)

AMX_TARGET static void clear_sums(void)
{
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
}

/* s = 3 in tiles 0 and 1, s = 2 in 2 and 3. */
AMX_TARGET static void sum_high(size_t steps, const AmxTile a[][AMX_LIMBS][2], const AmxTile b[][AMX_LIMBS])
{
    clear_sums();
    for (size_t step = 0; step < steps; step++) {
        LOAD_B(6, 3);
        LOAD_A(0);
        ADD_PRODUCTS(0, 1, 6);
        LOAD_B(7, 2);
        ADD_PRODUCTS(2, 3, 7);
        LOAD_A(1);
        ADD_PRODUCTS(0, 1, 7);
        LOAD_B(6, 1);
        ADD_PRODUCTS(2, 3, 6);
        LOAD_A(2);
        ADD_PRODUCTS(0, 1, 6);
        LOAD_B(7, 0);
        ADD_PRODUCTS(2, 3, 7);
        LOAD_A(3);
        ADD_PRODUCTS(0, 1, 7);
    }
}

/* s = 1 in tiles 0 and 1, s = 0 in 2 and 3. */
AMX_TARGET static void sum_low(size_t steps, const AmxTile a[][AMX_LIMBS][2], const AmxTile b[][AMX_LIMBS])
{
    clear_sums();
    for (size_t step = 0; step < steps; step++) {
        LOAD_B(6, 1);
        LOAD_A(0);
        ADD_PRODUCTS(0, 1, 6);
        LOAD_B(7, 0);
        ADD_PRODUCTS(2, 3, 7);
        LOAD_A(1);
        ADD_PRODUCTS(0, 1, 7);
    }
}

AMX_TARGET static void store_sums(Sums sums[2])
{
    _tile_stored(0, sums[1][0], AMX_DEPTH);
    _tile_stored(1, sums[1][AMX_SIDE], AMX_DEPTH);
    _tile_stored(2, sums[0][0], AMX_DEPTH);
    _tile_stored(3, sums[0][AMX_SIDE], AMX_DEPTH);
}

/* C = the combined sums of all s, added to C if `more`. */
AMX_VECTORS static void join(Sums sums[AMX_LIMBS], const Pending *tile, size_t n)
{
    __mmask16 inside = (__mmask16)((1u << tile->columns) - 1);
    for (size_t row = 0; row < tile->rows; row++) {
        uint32_t *c = tile->c + row * n;
        AmxWords all = *(AmxWords *)sums[3][row];
        all = (all << 8) + *(AmxWords *)sums[2][row];
        all = (all << 8) + *(AmxWords *)sums[1][row];
        all = (all << 8) + *(AmxWords *)sums[0][row];
        all += (AmxWords)_mm512_maskz_loadu_epi32(tile->more ? inside : 0, c);
        _mm512_mask_storeu_epi32(c, inside, (__m512i)all);
    }
}

/* ---- the product ---- */

/* Computes ROWS rows of the result from row i, columns left .. right - 1, for the slab of k given by `steps`.
 */
AMX_TARGET static void compute_row(const Product *product, Range steps, size_t i, size_t left, size_t right)
{
    _Alignas(64) AmxTile a[MAX_STEPS][AMX_LIMBS][2];
    _Alignas(64) Sums sums[AMX_LIMBS];
    size_t n = product->n;
    const AmxTile(*of_a)[AMX_LIMBS][2] = (void *)a;
    Pending pending = {.rows = 0, .more = steps.first > 0};
    pack_rows(product, i, steps, a);
    for (size_t j = left; j < right; j += COLUMNS) {
        const AmxTile(*of_b)[AMX_LIMBS] = (void *)panel_of(product, steps, j / COLUMNS);
        sum_high(steps.count, of_a, of_b);
        join(sums, &pending, n);
        store_sums(sums + 2);
        sum_low(steps.count, of_a, of_b);
        store_sums(sums);
        pending.c = product->out + i * n + j;
        pending.rows = size_min(ROWS, product->m - i);
        pending.columns = size_min(COLUMNS, n - j);
        if (j - left < ROWS * COLUMNS) {
            fetch_row(product, i + ROWS + (j - left) / COLUMNS, steps);
        }
    }
    join(sums, &pending, n);
}

AMX_TARGET static void compute_submatrix(const Product *product, Submatrix part)
{
    size_t bottom = part.rows.first + part.rows.count, right = part.columns.first + part.columns.count;
    amx_shape();
    for (size_t slab = 0; slab < product->slabs; slab++) {
        for (size_t i = part.rows.first; i < bottom; i += ROWS) {
            compute_row(product, steps_of(product, slab), i, part.columns.first, right);
        }
    }
    amx_release();
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
            pack_panels(&product, steps_of(&product, slab), panels.first, panels.count);
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
    return size_mul(size_mul(product.steps, product.panels), AMX_LIMBS * sizeof(AmxTile));
}

const Variant variant_cpu_matmul_amx = {
    .workload = "matmul",
    .name = "cpu/amx",
    .idea = "8-bit limbs of packed tiles, ten products of them by the matrix unit, exact modulo 2^32",
    .source = "Intel, Optimization Reference Manual; Ootomo et al., IJHPCA 2024",
    .after = "cpu/packed",
    .types = INT32,
    .axes = AXIS_OPENMP_THREADS,
    .instructions = INSTRUCTIONS_MATRIX,
    .missing = amx_missing,
    .workspace = workspace,
    .open = amx_open,
    .run = run,
};
