/* matmul cpu/packed: the register tile of cpu/register_tile, fed from copies that lie as it reads them.
 *
 * B is copied once, by all threads, into panels as wide as a tile, so that a tile walks through one from
 * front to back: no conflicts in the cache, no page of its own for each row, whole lines, which the hardware
 * fetches ahead. Then each thread computes a patch of the result, and the patches are nearly square, as that
 * takes the least of A and B through each thread's cache:
 *
 *     for each slab of k, of equal depth
 *         for each band of columns, whose panels stay in the second-level cache
 *             for each row of tiles: copy its part of A, which stays in the first
 *                 for each panel of the band: one tile
 *
 * At the edges panels and rows of A are filled with zeros, and a tile that reaches over the matrix is
 * computed beside it.
 *
 * Measured on a Xeon (Sapphire Rapids), float32: 1.9 times cpu/register_tile at n 2048, 1.3 times at 1024; of
 * OpenBLAS 0.93 to 0.97 on one thread at n 1024 to 2048, 0.97 and 1.2 times on two. int32: 0.95 of the
 * multiply-add ceiling. In the caches the tile alone does 0.89 of the float32 ceiling, here 0.8. Copying B
 * row by row or panel by panel, at a power of two, cost a tenth of a product of n 1024; sixteen rows at a
 * time a thirtieth.
 *
 * Limits: memory for another matrix, and copying it, n squared beside n cubed, which small products feel.
 *
 * Source: Goto, van de Geijn: Anatomy of high-performance matrix multiplication, ACM TOMS 34, 2008. */
enum {
    MOST_DEPTH = 448,   /* of a slab: its part of A takes 21 KiB of the first-level cache */
    BAND_COLUMNS = 384, /* of a slab: 672 KiB of the second-level cache */
    PACK_ROWS = 16,
};

#define A_AT(i, k) a[(i)*MOST_DEPTH + (k)]
#include "common/size.h"
#include "cpu/matmul/patches.h"
#include "cpu/matmul/register_tiles.h"

typedef struct Product {
    const RegisterTile *tile;
    TileKernel *kernel;
    size_t n;
    const Word *a, *b;
    Word *panels, *out;
} Product;

/* Panels first .. first + count - 1: columns of B, the matrix's and zeros behind them. A few rows of B at a
 * time are read on and on and go to each panel in one piece: more would come from a page of its own each, and
 * a single one would go to places a power of two apart. */
static void pack_panels(const Product *product, size_t first, size_t count)
{
    size_t n = product->n, width = product->tile->columns;
    for (size_t k = 0; k < n; k += PACK_ROWS) {
        for (size_t panel = first; panel < first + count; panel++) {
            size_t columns = size_min(width, n - panel * width);
            for (size_t row = k; row < size_min(k + PACK_ROWS, n); row++) {
                Word *to = product->panels + (panel * n + row) * width;
                memcpy(to, product->b + row * n + panel * width, columns * sizeof *to);
                memset(to + columns, 0, (width - columns) * sizeof *to);
            }
        }
    }
}

/* Rows i .. of A in columns k .. k + depth - 1, and zeros below the matrix. */
static void pack_rows(const Product *product, size_t i, size_t k, size_t depth, Word *to)
{
    size_t n = product->n;
    for (size_t row = 0; row < product->tile->rows; row++) {
        if (i + row < n) {
            memcpy(to + row * MOST_DEPTH, product->a + (i + row) * n + k, depth * sizeof *to);
        } else {
            memset(to + row * MOST_DEPTH, 0, depth * sizeof *to);
        }
    }
}

/* The tile at (i, j), which may reach over the matrix. */
static void compute_tile(const Product *product, const Word *a, size_t i, size_t j, size_t k, size_t depth)
{
    const RegisterTile *tile = product->tile;
    size_t n = product->n, rows = size_min(tile->rows, n - i), columns = size_min(tile->columns, n - j);
    const Word *panel = product->panels + j * n + k * tile->columns;
    Word *out = product->out + i * n + j;
    if (rows == tile->rows && columns == tile->columns) {
        product->kernel(depth, a, 0, panel, tile->columns, out, n, k > 0);
    } else {
        tile_at_edge(product->kernel, depth, a, 0, panel, tile->columns, out, n, rows, columns, k > 0);
    }
}

static void compute_patch(const Product *product, Patch patch)
{
    Share rows = patch.rows, columns = patch.columns;
    size_t n = product->n, slabs = n / MOST_DEPTH + (n % MOST_DEPTH != 0),
           most = n / slabs + (n % slabs != 0);
    Word a[TILE_MOST_ROWS * MOST_DEPTH];
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

static int run(const Task *task)
{
    const RegisterTile *tile = &register_tiles[isa_widest()];
    Product product = {
        tile, tile->kernel[task->point->type], task->point->n, task->a, task->b, task->workspace, task->out};
    size_t n = product.n;
#pragma omp parallel
    {
        Share panels = thread_share(size_round_up(n, tile->columns) / tile->columns, 1);
        pack_panels(&product, panels.first, panels.count);
#pragma omp barrier
        compute_patch(&product, patch_of_thread(n, tile->rows, tile->columns));
    }
    return 0;
}

static size_t workspace(const Point *point)
{
    return size_mul(size_mul(size_round_up(point->n, TILE_MOST_COLUMNS), point->n), sizeof(Word));
}

const Variant variant_cpu_matmul_packed = {
    .workload = "matmul",
    .name = "cpu/packed",
    .idea = "register tiles fed from copies of A and B that lie in the caches as they are read",
    .source = "Goto, van de Geijn, ACM TOMS 34, 2008",
    .after = "cpu/register_tile",
    .types = INT32 | FLOAT32,
    .axes = AXIS_OPENMP_THREADS,
    .workspace = workspace,
    .describe = isa_describe,
    .run = run,
};
