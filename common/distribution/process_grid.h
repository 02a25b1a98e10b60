/* Block-cyclic distribution of a matrix over a grid of processes.
 *
 * Rows are distributed over the rows of the grid and columns over its columns (block_cyclic.h). With
 * Variant.block_rows the distribution is block-cyclic; without it each process owns one rectangle. The grid
 * is as nearly square as the number of processes allows, which minimizes the data that processes exchange.
 * Process `rank` is in grid row rank / columns and grid column rank % columns. Processes with one GPU each
 * form one column and own whole rows, as the GPUs of one process do (gpu/parts.h). */
#pragma once

#include "common/distribution/block_cyclic.h"
#include "common/workload.h"

typedef struct GridShape {
    unsigned rows, columns;
    Distribution of_rows, of_columns; /* of n rows over the grid's rows, of n columns over its columns */
} GridShape;

/* Grid of the point's ranks, of which there is at least one. */
static inline GridShape grid_shape(const Variant *variant, const Point *point)
{
    const bool in_rows = variant_on_gpu(variant);
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

/* Place of a process in the grid, and the size of its part; rows and columns may be 0. */
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

/* Largest number of rows and columns of any process: those of process 0. */
static inline size_t grid_most_rows(const GridShape *shape)
{
    return distribution_rows(&shape->of_rows, 0);
}

static inline size_t grid_most_columns(const GridShape *shape)
{
    return distribution_rows(&shape->of_columns, 0);
}
