/* copy cpu/ring: each process's part of a matrix goes to the next process and comes back, all at once.
 * Library: MPI
 *
 * What moves between processes: the time is twice that of a message of one part, of which every process sends
 * and receives one at the same time. Parts of several sizes tell what a message costs and what each byte of
 * it (report/scale_out.sql).
 *
 * A process sends (and receives as much) the rate / (the number of processes) in a second, as the rate counts
 * each element as read and written once, and it travels twice. One process copies to itself, by way of its
 * workspace.
 *
 * Limits: within a machine a message is a copy or two in memory, which all processes share.
 * Source: the ring of the Effective Bandwidth Benchmark (b_eff), Rabenseifner, Koniges, EuroPVM/MPI 2001. */
#include "cpu/ranks.h"

extern const Variant variant_cpu_copy_ring;

/* Rows of a part are as long as that process's own. */
static void swap(const Grid *grid, const void *give, size_t rows, size_t columns, int to, void *take,
                 size_t come_rows, size_t come_columns, int from)
{
    MPI_Datatype given, taken; /* a row, so that no count is too large for an int */
    MPI_Type_contiguous((int)columns, MPI_INT32_T, &given);
    MPI_Type_contiguous((int)come_columns, MPI_INT32_T, &taken);
    MPI_Type_commit(&given);
    MPI_Type_commit(&taken);
    MPI_Sendrecv(give, (int)rows, given, to, 0, take, (int)come_rows, taken, from, 0, grid->all,
                 MPI_STATUS_IGNORE);
    MPI_Type_free(&given);
    MPI_Type_free(&taken);
}

static int run(const Task *task)
{
    const Grid *grid = task->grid;
    const GridShape *shape = &grid->shape;
    const unsigned ranks = shape->rows * shape->columns, rank = grid->row * shape->columns + grid->column;
    const unsigned next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
    const size_t rows = distribution_rows(&shape->of_rows, before / shape->columns);
    const size_t columns = distribution_rows(&shape->of_columns, before % shape->columns);
    swap(grid, task->a, grid->own_rows, grid->own_columns, (int)next, task->workspace, rows, columns,
         (int)before);
    swap(grid, task->workspace, rows, columns, (int)before, task->out, grid->own_rows, grid->own_columns,
         (int)next);
    return 0;
}

static size_t workspace(const Point *point)
{
    const GridShape shape = grid_shape(&variant_cpu_copy_ring, point);
    return size_mul(size_mul(grid_most_rows(&shape), grid_most_columns(&shape)), type_size(point->type));
}

const Variant variant_cpu_copy_ring = {
    .workload = "copy",
    .name = "cpu/ring",
    .idea = "each process's part goes to the next one and comes back, all at once",
    .source = "Rabenseifner, Koniges, EuroPVM/MPI 2001",
    .types = INT32 | FLOAT32,
    .axes = AXIS_RANKS,
    .flags = VARIANT_LIBRARY,
    .workspace = workspace,
    .run = run,
};
