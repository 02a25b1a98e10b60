/* apsp cpu/register_tile: blocked Floyd-Warshall with cells in vector registers, two barriers per round.
 *
 * cpu/openmp_blocked leaves vectorization to the compiler, which may use narrower vectors than the processor
 * has and keep cells of a tile in memory. Here all products use the register tile of matmul
 * cpu/register_tile, with minima and additions (min_plus.h). One round, with a block of intermediate
 * vertices:
 *
 *     each thread closes its own copy of the pivot block: faster than waiting for another thread
 *     the pivot's rows, in panels as wide as a tile, distributed: copied, relaxed by the pivot block
 *     -- barrier
 *     strips of rows as high as a tile, distributed: their part of the pivot's columns is copied,
 *     relaxed by the pivot block, and relaxes the strip with every panel; strips of the pivot's own
 *     rows copy the panels
 *     -- barrier
 *
 * A panel is contiguous, so a tile reads consecutive rows of B, whatever n is.
 *
 * Measured on one thread of a Xeon (Sapphire Rapids): 1.3 times cpu/openmp_blocked at n 1024, 1.6 times at
 * 2048; 0.88 to 0.94 of the ceiling, add_min.
 *
 * Limits: every strip reads all panels, block x n, from the second-level cache; the matrix passes through
 * memory once per block; each thread closes each pivot block.
 *
 * Source: Venkataraman, Sahni, Mukhopadhyaya, ACM JEA 8, 2003; the tile: Goto, van de Geijn, ACM TOMS 34,
 * 2008. */
#include "cpu/apsp/distances.h"

enum { SIDE = 64 }; /* of a block, in vertices; a multiple of the tile */

typedef struct Round {
    const Distances *d;
    char *panels;
    size_t first, depth; /* intermediate vertices first .. first + depth - 1 */
} Round;

/* Panel `index`: SIDE rows of the pivot's, as wide as a tile. */
static char *panel_at(const Round *round, size_t index)
{
    return round->panels + index * SIDE * round->d->tile_columns * round->d->size;
}

/* Fills the thread's panels, relaxed by its own closed copy of the pivot block. */
static void make_panels(const Round *round, Range panels)
{
    const Distances *d = round->d;
    _Alignas(64) char pivot[SIDE * SIDE * sizeof(int32_t)];
    size_t width = d->tile_columns, rows = size_round_up(round->depth, d->tile_rows);
    if (panels.count == 0) {
        return;
    }
    distances_copy(d, pivot, SIDE, distances_at(d, round->first, round->first), d->stride, rows,
                   size_round_up(round->depth, width));
    distances_close(d, pivot, SIDE, round->depth);
    for (size_t index = panels.first; index < panels.first + panels.count; index++) {
        char *panel = panel_at(round, index);
        distances_copy(d, panel, width, distances_at(d, round->first, index * width), d->stride, rows, width);
        distances_relax(d, round->depth, pivot, SIDE, panel, width, panel, width, rows, width);
    }
}

/* Relaxes a strip of rows from row i, one tile high. */
static void relax_strip(const Round *round, size_t i)
{
    const Distances *d = round->d;
    size_t width = d->tile_columns, columns = size_round_up(round->depth, width);
    _Alignas(64) Word factors[TILE_MAX_ROWS * MAX_DEPTH];
    char *to_pivot = distances_at(d, i, round->first);
    for (size_t j = 0; j < columns; j += width) {
        distances_relax(d, round->depth, to_pivot, d->stride, panel_at(round, (round->first + j) / width),
                        width, to_pivot + j * d->size, d->stride, d->tile_rows, width);
    }
    distances_factors(d, to_pivot, d->stride, round->depth, factors);
    for (size_t j = 0; j < d->stride; j += width) {
        d->tile(round->depth, factors, MAX_DEPTH, panel_at(round, j / width), width, distances_at(d, i, j),
                d->stride, true, NULL);
    }
}

/* Copies the panels into a strip of the pivot's own rows, from row i. */
static void take_panels(const Round *round, size_t i)
{
    const Distances *d = round->d;
    size_t width = d->tile_columns;
    for (size_t j = 0; j < d->stride; j += width) {
        distances_copy(d, distances_at(d, i, j), d->stride,
                       panel_at(round, j / width) + (i - round->first) * width * d->size, width, d->tile_rows,
                       width);
    }
}

/* Called by all threads of a team. */
static void close_matrix(const Distances *d, char *panels)
{
    for (size_t first = 0; first < d->n; first += SIDE) {
        Round round = {d, panels, first, size_min(SIDE, d->n - first)};
        make_panels(&round, thread_range(d->stride / d->tile_columns, 1));
#pragma omp barrier
        Range rows = thread_range(d->rows, d->tile_rows);
        for (size_t i = rows.first; i < rows.first + rows.count; i += d->tile_rows) {
            if (i >= first && i < first + round.depth) {
                take_panels(&round, i);
            } else {
                relax_strip(&round, i);
            }
        }
#pragma omp barrier
    }
}

static size_t panels_bytes(const Distances *d)
{
    return size_mul(d->stride, SIDE * sizeof(int32_t));
}

static int run(const Task *task)
{
    const Distances d = distances_of(task->point->n, sizeof(int32_t));
    distances_close_task(task, panels_bytes(&d), close_matrix);
    return 0;
}

static size_t workspace(const Point *point)
{
    Distances d = distances_of(point->n, sizeof(int32_t));
    return size_add(panels_bytes(&d), distances_bytes(&d));
}

const Variant variant_cpu_apsp_register_tile = {
    .workload = "apsp",
    .name = "cpu/register_tile",
    .idea = "min-plus products of tiles that stay in vector registers, two barriers a round",
    .source = "Venkataraman, Sahni, Mukhopadhyaya, ACM JEA 8, 2003",
    .after = "cpu/openmp_blocked",
    .types = INT32,
    .axes = AXIS_OPENMP_THREADS,
    .workspace = workspace,
    .describe = isa_describe,
    .run = run,
};
