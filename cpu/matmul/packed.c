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
 * Measured on a Xeon (Sapphire Rapids), float32: 1.9 times cpu/register_tile at n 2048, 1.3 times at 1024;
 * 0.93 to 0.97 of OpenBLAS on one thread at n 1024 to 2048, 0.97 and 1.2 times on two. int32: 0.95 of the
 * multiply-add ceiling. With data in the caches the tile alone reaches 0.89 of the float32 ceiling, the
 * variant 0.8. Copying B row by row or panel by panel, at a power of two, costs a tenth of a product of n
 * 1024; sixteen rows at a time a thirtieth.
 *
 * Measured since on a Zen 4: prefetching A, one address per step of a tile, gains 5 to 11 % at n 1024 to 8192
 * on one and two threads: 1.02 to 1.05 of OpenBLAS 0.3.34, but 0.97 at n 3500 on two (docs/tuning.md).
 *
 * Measured since on 16 shared Xeon processors: threads that claim submatrices make it 1.3 to 1.4 times
 * OpenBLAS 0.3.34 at n 1024 to 8192, where one submatrix a thread gave 0.95 to 1.1.
 *
 * float64, on a loaded EPYC with AVX-512, one thread, n 1000 to 2048: best over best 0.99 to 1.03 of OpenBLAS
 * 0.3.21, median over median 0.86 to 0.98 (float32 there: 1.01 to 1.07, 0.86 to 0.97).
 *
 * Limits: memory for another matrix, and copying it, n^2 beside n^3, which is noticeable in small products.
 *
 * Source: Goto, van de Geijn: Anatomy of high-performance matrix multiplication, ACM TOMS 34, 2008. */
#include "cpu/matmul/packed.h"

static int run(const Task *task)
{
    const RegisterTile *tile = &register_tiles[isa_widest()];
    const unsigned shift = word_shift(task->point->type);
    const Point *point = task->point;
    const size_t m = point->m, words = point->n << shift;
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
    return product_panels_bytes(point->k, size_mul(point->n, (size_t)1 << word_shift(point->type)));
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
