/* Panels: parts of the factors that processes of a grid broadcast (common/distribution/process_grid.h). */
#pragma once

#include "common/distribution/process_grid.h"
#include "common/size.h"

/* Columns k .. k + depth - 1 of the left factor, owned by the processes of one grid column, and the same rows
 * of the right factor, owned by the processes of one grid row. */
typedef struct Panel {
    size_t k, depth;            /* depth 0: past the last panel */
    unsigned column, row;       /* grid column and row of the owners ... */
    size_t own_column, own_row; /* ... and index among their own columns and rows */
} Panel;

/* The panel at k, of at most `most` columns. */
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
