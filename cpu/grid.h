/* How processes share a matrix: they stand in a grid, and rows and columns are dealt to its rows and columns.
 *
 * Both are dealt in blocks, in turns (common/deal.h): with Variant.deal's block the matrix is block-cyclic
 * over the grid, and with none each process has one rectangle. A grid is as nearly square as the number of
 * processes allows, as that makes the parts' circumference, what they exchange, the least. Process `rank`
 * stands in row rank / columns and column rank % columns. */
#ifndef SPEEDUP_CPU_GRID_H
#define SPEEDUP_CPU_GRID_H

#include "common/deal.h"
#include "common/size.h"
#include "common/workload.h"

typedef struct GridShape {
    unsigned rows, columns;
    Deal of_rows, of_columns; /* of n rows to the grid's rows, of n columns to its columns */
} GridShape;

static inline GridShape grid_shape(const Variant *variant, const Point *point)
{
    GridShape shape = {.rows = 1};
    for (unsigned i = 2; i * i <= point->ranks; i++) {
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

#endif
