/* matmul cpu/packed: the register tile of cpu/register_tile, on copies in the order in which it reads them.
 *
 * B is copied once, by all threads, into panels as wide as a tile, so that a tile reads a panel sequentially.
 * That avoids cache conflicts and one page per row, and whole lines are prefetched by hardware. Then threads
 * claim submatrices of the result (submatrix.h), of a band of columns, and compute each by itself:
 *
 *     for each slab of k, of equal depth, whose panels of the band stay in the second-level cache
 *         for each row of tiles: copy its part of A, which stays in the first-level cache
 *             for each panel of the band: one tile, while the next part of A is prefetched
 *
 * At the edges panels and rows of A are padded with zeros, and a tile that exceeds the matrix is computed in
 * a buffer.
 *
 * One thread, or few rows of tiles, copy each slab of a band just before its use, and no matrix.
 *
 * Measured on 16 processors of a shared Xeon: 0.91 to 1.3 times oneMKL 2026.2.0 at n 1024 to 8192 in float32
 * and float64. Of OpenBLAS 0.3.34, 1.2 times at 64x4096x4096, 1.07 and 1.5 times at 4096x64x4096
 * (docs/tuning.md). int32: 0.95 of the multiply-add ceiling. Copying B row by row or panel by panel, at a
 * power of two, costs a tenth of a product of n 1024; sixteen rows at a time a thirtieth.
 *
 * Limits: memory for another matrix, and copying it, n^2 beside n^3, which is noticeable in small products.
 *
 * Source: Goto, van de Geijn: Anatomy of high-performance matrix multiplication, ACM TOMS 34, 2008. */
#include "cpu/matmul/packed.h"

/* Whether each thread copies its own part of B: where one thread uses it, or few rows of tiles. */
static bool by_columns(const Point *point)
{
    return point->threads == 1 || point->m <= point->n / 8;
}

/* The wide tile, unless it costs more by padding than the 3 % that it gains. */
static const RegisterTile *select_tile(size_t m, size_t columns)
{
    const RegisterTile *tile = register_tiles[isa_widest()], *wide = tile + WIDE_TILE;
    const size_t area = size_round_up(m, tile->rows) * size_round_up(columns, tile->columns),
                 wide_area = size_round_up(m, wide->rows) * size_round_up(columns, wide->columns);
    return area + area / 32 < wide_area ? tile : wide;
}

static int run(const Task *task)
{
    const unsigned shift = word_shift(task->point->type);
    const Point *point = task->point;
    const size_t m = point->m, words = point->n << shift;
    const RegisterTile *tile = select_tile(m, words);
    Product product = {.tile = tile,
                       .kernel = tile->kernel[task->point->type],
                       .shift = shift,
                       .rows = m,
                       .columns = words,
                       .depth = point->k,
                       .a_stride = point->k << shift,
                       .b_stride = words,
                       .out_stride = words,
                       .a = task->a,
                       .b = task->b,
                       .panels = task->workspace,
                       .out = task->out};
    Claims claims = {m, words, tile->rows, tile->columns, (size_t)BAND_COLUMNS << shift, 0};
    if (by_columns(point)) {
#pragma omp parallel
        compute_columns(product, thread_range(words, tile->columns),
                        product.panels + thread_team().thread * MAX_DEPTH * BAND_COLUMNS);
        return 0;
    }
#pragma omp parallel
    {
        Range panels = thread_range(size_round_up(words, tile->columns) / tile->columns, 1);
        pack_panels(&product, panels.first, panels.count);
#pragma omp barrier
        for (Submatrix part; claim_submatrix(&claims, &part);) {
            compute_submatrix(&product, part);
        }
    }
    return 0;
}

static size_t workspace(const Point *point)
{
    return by_columns(point)
               ? product_panels_bytes(MAX_DEPTH, size_mul(point->threads, BAND_COLUMNS))
               : product_panels_bytes(point->k, size_mul(point->n, (size_t)1 << word_shift(point->type)));
}

const Variant variant_cpu_matmul_packed = {
    .workload = "matmul",
    .name = "cpu/packed",
    .idea = "register tiles on copies of A and B, packed in the order in which they are read",
    .source = "Goto, van de Geijn, ACM TOMS 34, 2008",
    .after = "cpu/register_tile",
    .types = INT32 | FLOAT32 | FLOAT64,
    .axes = AXIS_OPENMP_THREADS,
    .workspace = workspace,
    .describe = isa_describe,
    .run = run,
};
