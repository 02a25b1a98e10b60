/* copy cpu/ring: each process sends its part of a matrix to the next process and receives it back.
 * Library: MPI
 *
 * Measures communication. The time is that of two messages of one part, while every process sends and
 * receives one at the same time. Parts of several sizes give latency and bandwidth of a message
 * (report/scale_out.sql).
 *
 * A process sends, and receives, rate / processes per second: the rate counts each element as read and
 * written once, and it is sent twice. A single process copies to itself, through its workspace.
 *
 * Limits: within a machine a message is one or two copies in memory, whose bandwidth all processes share.
 * Source: the ring of the Effective Bandwidth Benchmark (b_eff), Rabenseifner, Koniges, EuroPVM/MPI 2001. */
#include "cpu/ranks.h"

extern const Variant variant_cpu_copy_ring;

/* Sends rows of this process's part and receives rows of another part, each as long as that part's own rows.
 */
static void swap(const Task *task, const void *give, size_t rows, size_t columns, int to, void *take,
                 size_t come_rows, size_t come_columns, int from)
{
    const Grid *grid = task->grid;
    const MPI_Datatype element = element_datatype(task->point);
    MPI_Datatype given, taken; /* one row, so that counts fit an int */
    MPI_Type_contiguous((int)columns, element, &given);
    MPI_Type_contiguous((int)come_columns, element, &taken);
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
    swap(task, task->a, grid->own_rows, grid->own_columns, (int)next, task->workspace, rows, columns,
         (int)before);
    swap(task, task->workspace, rows, columns, (int)before, task->out, grid->own_rows, grid->own_columns,
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
    .idea = "each process sends its part to the next one and receives it back, all at once",
    .source = "Rabenseifner, Koniges, EuroPVM/MPI 2001",
    .types = INT32 | FLOAT32 | FLOAT64,
    .axes = AXIS_RANKS,
    .flags = VARIANT_LIBRARY,
    .workspace = workspace,
    .run = run,
};
