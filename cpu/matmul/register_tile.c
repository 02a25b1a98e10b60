/* matmul cpu/register_tile: tiles of the result in registers, computed in slabs of k.
 *
 * cpu/tiled loads and stores an element of the result for each multiply-add. Here a tile of it stays in
 * vector registers (register_tiles.h) while k runs through a slab. What remains to load is two vectors of B
 * and an element of A per row, for two multiply-adds each. The depth of a slab is such that the part of B
 * below a tile, slab x 32 elements, stays in the first-level cache for all rows of A. The result is loaded
 * and stored once per slab. Threads process bands of rows.
 *
 * Measured on one core of a Xeon (Sapphire Rapids), n 1152: 4.8 times cpu/openmp_tiled in float32, 2.8 times
 * in int32; 0.63 and 0.9 of the multiply-add ceilings.
 *
 * Limits: B is read in place: each row of a slab is in another cache line, and often in another page; where n
 * is a power of two they map to few sets of the cache. At the right and lower edges tiles would exceed the
 * matrix: they are computed in a copy.
 *
 * Source: Goto, van de Geijn: Anatomy of high-performance matrix multiplication, ACM TOMS 34, 2008. */
#define A_AT(i, k) a[(i)*a_stride + (k)]
#include "common/size.h"
#include "cpu/matmul/register_tiles.h"
#include "cpu/threads.h"

enum { SLAB = 256 }; /* words */

typedef struct Product {
    const RegisterTile *tile;
    TileKernel *kernel;
    unsigned shift; /* word_shift() */
    size_t m, n, k;
    size_t a_words, words; /* of a row of A; of B and the result */
    const Word *a, *b;
    Word *out;
} Product;

/* Computes the tile in row i, at word j, that exceeds the matrix, from operands padded with zeros. */
static void edge(const Product *product, size_t i, size_t j, size_t k, size_t depth)
{
    const unsigned shift = product->shift;
    const size_t words = product->words, rows = size_min(product->tile->rows, product->m - i),
                 columns = size_min(product->tile->columns, words - j);
    _Alignas(sizeof(Word64)) Word a[TILE_MAX_ROWS * SLAB] = {0}, b[SLAB * TILE_MAX_COLUMNS] = {0};
    for (size_t row = 0; row < rows; row++) {
        memcpy(a + row * SLAB, product->a + (i + row) * product->a_words + (k << shift),
               (depth << shift) * sizeof *a);
    }
    for (size_t row = 0; row < depth; row++) {
        memcpy(b + row * TILE_MAX_COLUMNS, product->b + (k + row) * words + j, columns * sizeof *b);
    }
    tile_at_edge(product->kernel, shift, depth, a, SLAB >> shift, b, TILE_MAX_COLUMNS >> shift,
                 product->out + i * words + j, words, rows, columns, k > 0, NULL);
}

/* Computes one tile's width of columns from word j, rows first .. end - 1, for one slab. */
static void strip(const Product *product, size_t first, size_t end, size_t j, size_t k, size_t depth)
{
    const unsigned shift = product->shift;
    size_t n = product->n, words = product->words;
    for (size_t i = first; i < end; i += product->tile->rows) {
        if (product->m - i < product->tile->rows || words - j < product->tile->columns) {
            edge(product, i, j, k, depth);
        } else {
            product->kernel(depth, product->a + i * product->a_words + (k << shift), product->k,
                            product->b + k * words + j, n, product->out + i * words + j, n, k > 0, NULL);
        }
    }
}

static int run(const Task *task)
{
    const RegisterTile *tile = register_tiles[isa_widest()];
    const unsigned shift = word_shift(task->point->type);
    const Point *point = task->point;
    const size_t m = point->m, most = point->k, words = point->n << shift, slab = SLAB >> shift;
    const Product product = {.tile = tile,
                             .kernel = tile->kernel[point->type],
                             .shift = shift,
                             .m = m,
                             .n = point->n,
                             .k = most,
                             .a_words = most << shift,
                             .words = words,
                             .a = task->a,
                             .b = task->b,
                             .out = task->out};
#pragma omp parallel
    {
        Range rows = thread_range(m, tile->rows);
        for (size_t k = 0; k < most && rows.count > 0; k += slab) {
            for (size_t j = 0; j < words; j += tile->columns) {
                strip(&product, rows.first, rows.first + rows.count, j, k, size_min(slab, most - k));
            }
        }
    }
    return 0;
}

const Variant variant_cpu_matmul_register_tile = {
    .workload = "matmul",
    .name = "cpu/register_tile",
    .idea =
        "tiles of the result stay in vector registers, so a multiply-add needs no load or store of its own",
    .source = "Goto, van de Geijn, ACM TOMS 34, 2008",
    .after = "cpu/openmp_tiled",
    .types = INT32 | FLOAT32 | FLOAT64,
    .axes = AXIS_OPENMP_THREADS,
    .describe = isa_describe,
    .run = run,
};
