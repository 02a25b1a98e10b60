/* matmul cpu/summa: a grid of processes, each with its part of A, B and the result; panels are broadcast.
 * Library: MPI
 *
 * For products that exceed the memory and cores of one machine. Each process computes its part of the result
 * in place, as a sum of products of panels:
 *
 *     for each panel of k, up to 448 deep
 *         the owners of these columns of A broadcast them along their row of the grid
 *         the owners of these rows of B broadcast them along their column
 *         out += panel of A x panel of B, by all threads, as cpu/packed multiplies
 *
 * In a grid of P x P processes each one receives 2 n^2 / P elements for 2 n^3 / P^2 operations. With four
 * times as many processes each one receives half as much; with whole rows per process it would receive all of
 * B for any number of processes.
 *
 * Limits: no process computes during a broadcast; a grid that is not square (7 processes form one row) sends
 * more; copying a panel costs n^2 beside n^3, which is noticeable in small products.
 *
 * Source: van de Geijn, Watts: SUMMA: scalable universal matrix multiplication algorithm, Concurrency:
 * Practice and Experience 9, 1997. */
#include "cpu/matmul/summa.h"

extern const Variant variant_cpu_matmul_summa;

static int run(const Task *task)
{
    const Grid *grid = task->grid;
    Word *packed = task->workspace;
    const MPI_Datatype element = element_datatype(task->point);
    PanelBuffers buffers = panel_buffers_in(
        &grid->shape, task->point, packed + panel_packed_bytes(&grid->shape, task->point) / sizeof(Word));
    for (Panel panel = grid_panel(&grid->shape, 0, PANEL); panel.depth > 0;
         panel = grid_panel(&grid->shape, panel.k + panel.depth, PANEL)) {
        panel_prepare(task, &panel, &buffers);
        MPI_Bcast(buffers.a, (int)(grid->own_rows * panel.depth), element, (int)panel.column, grid->in_row);
        MPI_Bcast((Word *)(uintptr_t)buffers.sent_b, (int)(panel.depth * grid->own_columns), element,
                  (int)panel.row, grid->in_column);
        panel_multiply(task, &panel, &buffers, packed, NULL, 0);
    }
    return 0;
}

static size_t workspace(const Point *point)
{
    const GridShape shape = grid_shape(&variant_cpu_matmul_summa, point);
    return size_add(panel_packed_bytes(&shape, point), panel_buffer_bytes(&shape, point));
}

const Variant variant_cpu_matmul_summa = {
    .workload = "matmul",
    .name = "cpu/summa",
    .idea = "processes in a grid: panels of A are broadcast along its rows, panels of B along its columns",
    .source = "van de Geijn, Watts, Concurrency 9, 1997",
    .after = "cpu/packed",
    .types = INT32 | FLOAT32 | FLOAT64,
    .axes = AXIS_OPENMP_THREADS | AXIS_RANKS,
    .workspace = workspace,
    .describe = isa_describe,
    .run = run,
};
