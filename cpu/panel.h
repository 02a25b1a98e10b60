/* The panels in which processes in a grid (common/distribution/process_grid.h) send each other what they
 * multiply. */
#ifndef SPEEDUP_CPU_PANEL_H
#define SPEEDUP_CPU_PANEL_H

#include "common/distribution/process_grid.h"
#include "common/size.h"

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
    const Distribution *columns = &shape->of_columns, *rows = &shape->of_rows;
    if (k >= columns->n) {
        return (Panel){.k = k};
    }
    const OwnedBlock c = distribution_block(columns, k / columns->block, 0),
                     r = distribution_block(rows, k / rows->block, 0);
    const size_t end = size_min(c.row + c.rows, r.row + r.rows);
    return (Panel){.k = k,
                   .depth = size_min(most, end - k),
                   .column = c.device,
                   .row = r.device,
                   .own_column = c.own_row + (k - c.row),
                   .own_row = r.own_row + (k - r.row)};
}

#endif
