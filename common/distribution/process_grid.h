/* How processes share a matrix: they stand in a grid, and rows and columns are dealt to its rows and columns.
 *
 * Both are dealt in blocks, in turns (common/distribution/block_cyclic.h): with Variant.block_rows's block
 * the matrix is block-cyclic over the grid, and with none each process has one rectangle. A grid is as nearly
 * square as the number of processes allows, as that makes the parts' circumference, what they exchange, the
 * least. Process `rank` stands in row rank / columns and column rank % columns. Processes with a GPU each
 * stand one below the other and have whole rows, as the GPUs of one process have (gpu/parts.h), unless the
 * variant wants a grid (VARIANT_GRID). */
#ifndef SPEEDUP_PROCESS_GRID_H
#define SPEEDUP_PROCESS_GRID_H

#include "common/distribution/block_cyclic.h"
#include "common/driver.h"
#include "common/workload.h"

typedef struct GridShape {
    unsigned rows, columns;
    Distribution of_rows, of_columns; /* of n rows to the grid's rows, of n columns to its columns */
} GridShape;

/* Of the point's ranks, at least one. */
static inline GridShape grid_shape(const Variant *variant, const Point *point)
{
    const bool in_rows = variant_on_gpu(variant) && (variant->flags & VARIANT_GRID) == 0;
    GridShape shape;
    shape.rows = in_rows ? point->ranks : 1;
    for (unsigned i = 2; !in_rows && i * i <= point->ranks; i++) {
        shape.rows = point->ranks % i == 0 ? i : shape.rows;
    }
    shape.columns = point->ranks / shape.rows;
    const size_t block = variant->block_rows != NULL ? variant->block_rows(point) : 0;
    const Distribution rows = {point->n, block > 0 ? block : distribution_even_block(point->n, shape.rows),
                               shape.rows};
    const Distribution columns = {
        point->n, block > 0 ? block : distribution_even_block(point->n, shape.columns), shape.columns};
    shape.of_rows = rows;
    shape.of_columns = columns;
    return shape;
}

/* Where a process stands, and how many rows and columns it has: either may be 0. */
typedef struct GridPart {
    unsigned row, column;
    size_t rows, columns;
} GridPart;

static inline GridPart grid_part(const GridShape *shape, unsigned rank)
{
    GridPart part;
    part.row = rank / shape->columns;
    part.column = rank % shape->columns;
    part.rows = distribution_rows(&shape->of_rows, part.row);
    part.columns = distribution_rows(&shape->of_columns, part.column);
    return part;
}

/* The most rows and columns that a process has: the first one's. */
static inline size_t grid_most_rows(const GridShape *shape)
{
    return distribution_rows(&shape->of_rows, 0);
}

static inline size_t grid_most_columns(const GridShape *shape)
{
    return distribution_rows(&shape->of_columns, 0);
}

#endif
