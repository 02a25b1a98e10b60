/* How processes share a matrix: they stand in a grid, and rows and columns are dealt to its rows and columns.
 *
 * Both are dealt in blocks, in turns (common/deal.h): with Variant.deal's block the matrix is block-cyclic
 * over the grid, and with none each process has one rectangle. A grid is as nearly square as the number of
 * processes allows, as that makes the parts' circumference, what they exchange, the least. Process `rank`
 * stands in row rank / columns and column rank % columns. Processes with a GPU each stand one below the other
 * and have whole rows, as the GPUs of one process have (gpu/parts.h). */
#ifndef SPEEDUP_CPU_GRID_H
#define SPEEDUP_CPU_GRID_H

#include "common/deal.h"
#include "common/driver.h"
#include "common/size.h"
#include "common/workload.h"

typedef struct GridShape {
    unsigned rows, columns;
    Deal of_rows, of_columns; /* of n rows to the grid's rows, of n columns to its columns */
} GridShape;

static inline GridShape grid_shape(const Variant *variant, const Point *point)
{
    const bool on_gpus = variant_on_gpu(variant);
    GridShape shape = {.rows = on_gpus ? point->ranks : 1};
    for (unsigned i = 2; !on_gpus && i * i <= point->ranks; i++) {
        shape.rows = point->ranks % i == 0 ? i : shape.rows;
    }
    shape.columns = point->ranks / shape.rows;
    const size_t block = variant->deal != NULL ? variant->deal(point) : 0;
    shape.of_rows = (Deal){point->n, block > 0 ? block : deal_evenly(point->n, shape.rows), shape.rows};
    shape.of_columns =
        (Deal){point->n, block > 0 ? block : deal_evenly(point->n, shape.columns), shape.columns};
    return shape;
}

/* The most rows and columns that a process has: the first one's. */
static inline size_t grid_most_rows(const GridShape *shape)
{
    return deal_rows(&shape->of_rows, 0);
}

static inline size_t grid_most_columns(const GridShape *shape)
{
    return deal_rows(&shape->of_columns, 0);
}

/* Columns k .. k + depth - 1 of a matrix, which the processes of one column of the grid have, and those rows
 * of one, which the processes of one row have. */
typedef struct Panel {
    size_t k, depth;            /* depth 0: there are no more */
    unsigned column, row;       /* who has them ... */
    size_t own_column, own_row; /* ... and at which of its own columns and rows */
} Panel;

/* The panel at k, at most so deep. */
static inline Panel grid_panel(const GridShape *shape, size_t k, size_t most)
{
    const Deal *columns = &shape->of_columns, *rows = &shape->of_rows;
    if (k >= columns->n) {
        return (Panel){.k = k};
    }
    const DealtBlock c = deal_block(columns, k / columns->block, 0), r = deal_block(rows, k / rows->block, 0);
    const size_t end = size_min(c.row + c.rows, r.row + r.rows);
    return (Panel){.k = k,
                   .depth = size_min(most, end - k),
                   .column = c.device,
                   .row = r.device,
                   .own_column = c.own_row + (k - c.row),
                   .own_row = r.own_row + (k - r.row)};
}

#endif
