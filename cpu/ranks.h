/* What a variant of several processes (AXIS_RANKS) is given: communicators, its place, and its part.
 *
 * Task.a, b and out are this process's part of each matrix, own_rows x own_columns, row-major without gaps;
 * either may be 0. Between two processes there is nothing but MPI, called by the main thread alone. run()
 * begins on all of them at once, and its time is that until the last is done. What fails must fail on all. */
#pragma once

#include <mpi.h>

#include "common/workload.h"
#include "cpu/panel.h"

struct Grid {
    MPI_Comm all;               /* rank is row * shape.columns + column */
    MPI_Comm in_row, in_column; /* the processes of this one's row, by column; of its column, by row */
    GridShape shape;
    unsigned row, column; /* where this process stands */
    size_t own_rows, own_columns;
};

/* The datatype of an element, moved as an integer of its size. */
static inline MPI_Datatype element_datatype(const Point *point)
{
    return type_size(point->type) == sizeof(int64_t) ? MPI_INT64_T : MPI_INT32_T;
}
