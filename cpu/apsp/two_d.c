/* apsp cpu/two_d: blocked Floyd-Warshall over a grid of processes, each with a rectangle of the distances.
 * Library: MPI
 *
 * The rounds of cpu/register_tile, over processes. A round allows up to 128 intermediate vertices; the data
 * that other processes need is broadcast like the panels of a product (matmul cpu/summa):
 *
 *     the owner of the pivot block closes it and broadcasts it along its grid row and column
 *     the owners of the pivot's rows relax them and broadcast them along their grid columns;
 *     the owners of the pivot's columns likewise along their grid rows
 *     all processes relax their rectangle: distances = min(distances, pivot columns + pivot rows)
 *
 * In a grid of P x P processes each one receives 2 n^2 / P distances for n^3 / P^2 relaxations. All
 * rectangles are relaxed in every round, so that no process is idle.
 *
 * Limits: three consecutive broadcasts per round, during which no process computes; processes outside the
 * pivot's cross wait for those in it. A rectangle is processed in a padded copy whose tile depends on the
 * processor, and rows are sent in its layout: all nodes must be of one type.
 *
 * Source: Solomonik, Buluc, Demmel: Minimizing communication in all-pairs shortest paths, IPDPS 2013. */
#include "cpu/ranks.h"

#include "cpu/apsp/distances.h"

extern const Variant variant_cpu_apsp_two_d;

enum { SIDE = MAX_DEPTH };

/* Data of one process. The pivot's rows are in panels as wide as a tile, its columns in rows of SIDE. */
typedef struct Work {
    Distances own; /* its rectangle, padded to whole tiles */
    char *pivot, *rows, *columns;
} Work;

static Distances own_distances(size_t rows, size_t columns)
{
    Distances d = distances_of(1, sizeof(int32_t));
    d.rows = size_round_up(rows, d.tile_rows);
    d.stride = size_round_up(columns, d.tile_columns);
    return d;
}

static size_t panels_bytes(const Distances *d)
{
    return size_mul(SIDE * sizeof(int32_t), size_add(SIDE, size_add(d->rows, d->stride)));
}

/* Copies the rectangle into whole tiles, or back. */
static void copy_own(const Work *work, const Grid *grid, int32_t *part, bool in)
{
    const size_t columns = grid->own_columns * sizeof *part;
#pragma omp parallel for
    for (size_t i = 0; i < work->own.rows; i++) {
        char *row = distances_at(&work->own, i, 0);
        if (i >= grid->own_rows) {
            memset(row, 0, work->own.stride * sizeof *part);
        } else if (in) {
            memcpy(row, part + i * grid->own_columns, columns);
            memset(row + columns, 0, work->own.stride * sizeof *part - columns);
        } else {
            memcpy(part + i * grid->own_columns, row, columns);
        }
    }
}

/* The owner copies and closes the pivot block; the other processes of the cross receive it. */
static void share_pivot(const Work *work, const Grid *grid, const Panel *panel)
{
    const Distances *d = &work->own;
    const bool in_row = grid->row == panel->row, in_column = grid->column == panel->column;
    if (in_row && in_column) {
        memset(work->pivot, 0, SIDE * SIDE * d->size);
        distances_copy(d, work->pivot, SIDE, distances_at(d, panel->own_row, panel->own_column), d->stride,
                       panel->depth, panel->depth);
        distances_close(d, work->pivot, SIDE, panel->depth);
    }
    if (in_row) {
        MPI_Bcast(work->pivot, SIDE * SIDE, MPI_INT32_T, (int)panel->column, grid->in_row);
    }
    if (in_column) {
        MPI_Bcast(work->pivot, SIDE * SIDE, MPI_INT32_T, (int)panel->row, grid->in_column);
    }
}

/* The owners relax and store the pivot's rows; all processes of their grid column receive them. */
static void share_rows(const Work *work, const Grid *grid, const Panel *panel)
{
    const Distances *d = &work->own;
    const size_t width = d->tile_columns, height = size_round_up(panel->depth, d->tile_rows);
    if (grid->row == panel->row) {
#pragma omp parallel for
        for (size_t j = 0; j < d->stride; j += width) {
            char *to = work->rows + j * height * d->size, *from = distances_at(d, panel->own_row, j);
            memset(to, 0, height * width * d->size);
            distances_copy(d, to, width, from, d->stride, panel->depth, width);
            distances_relax(d, panel->depth, work->pivot, SIDE, to, width, to, width, height, width);
            distances_copy(d, from, d->stride, to, width, panel->depth, width);
        }
    }
    MPI_Bcast(work->rows, (int)(height * d->stride), MPI_INT32_T, (int)panel->row, grid->in_column);
}

/* The same for the pivot's columns, along the grid row. */
static void share_columns(const Work *work, const Grid *grid, const Panel *panel)
{
    const Distances *d = &work->own;
    if (grid->column == panel->column) {
#pragma omp parallel for
        for (size_t i = 0; i < d->rows; i += d->tile_rows) {
            char *to = work->columns + i * SIDE * d->size, *from = distances_at(d, i, panel->own_column);
            memset(to, 0, d->tile_rows * SIDE * d->size);
            distances_copy(d, to, SIDE, from, d->stride, d->tile_rows, panel->depth);
            distances_relax(d, panel->depth, to, SIDE, work->pivot, SIDE, to, SIDE, d->tile_rows,
                            size_round_up(panel->depth, d->tile_columns));
            distances_copy(d, from, d->stride, to, SIDE, d->tile_rows, panel->depth);
        }
    }
    MPI_Bcast(work->columns, (int)(d->rows * SIDE), MPI_INT32_T, (int)panel->column, grid->in_row);
}

/* Relaxes the whole rectangle through the round's vertices. */
static void relax_own(const Work *work, const Panel *panel)
{
    const Distances *d = &work->own;
    const size_t width = d->tile_columns, height = size_round_up(panel->depth, d->tile_rows);
#pragma omp parallel for
    for (size_t i = 0; i < d->rows; i += d->tile_rows) {
        _Alignas(64) Word factors[TILE_MAX_ROWS * MAX_DEPTH];
        distances_factors(d, work->columns + i * SIDE * d->size, SIDE, panel->depth, factors);
        for (size_t j = 0; j < d->stride; j += width) {
            d->tile(panel->depth, factors, MAX_DEPTH, work->rows + j * height * d->size, width,
                    distances_at(d, i, j), d->stride, true, NULL);
        }
    }
}

static int run(const Task *task)
{
    const Grid *grid = task->grid;
    Work work = {.own = own_distances(grid->own_rows, grid->own_columns), .pivot = task->workspace};
    const Distances *d = &work.own;
    work.rows = work.pivot + SIDE * SIDE * d->size;
    work.columns = work.rows + SIDE * d->stride * d->size;
    work.own.cells = work.columns + SIDE * d->rows * d->size;
    copy_own(&work, grid, task->out, true);
    Panel panel = grid_panel(&grid->shape, 0, SIDE);
    for (; panel.depth > 0; panel = grid_panel(&grid->shape, panel.k + panel.depth, SIDE)) {
        share_pivot(&work, grid, &panel);
        share_rows(&work, grid, &panel);
        share_columns(&work, grid, &panel);
        relax_own(&work, &panel);
    }
    copy_own(&work, grid, task->out, false);
    return 0;
}

static size_t workspace(const Point *point)
{
    const GridShape shape = grid_shape(&variant_cpu_apsp_two_d, point);
    const Distances d = own_distances(grid_most_rows(&shape), grid_most_columns(&shape));
    return size_add(panels_bytes(&d), distances_bytes(&d));
}

const Variant variant_cpu_apsp_two_d = {
    .workload = "apsp",
    .name = "cpu/two_d",
    .idea =
        "processes in a grid: the pivot's rows are broadcast along its columns, its columns along the rows",
    .source = "Solomonik, Buluc, Demmel, IPDPS 2013",
    .after = "cpu/register_tile",
    .types = INT32,
    .axes = AXIS_OPENMP_THREADS | AXIS_RANKS,
    .workspace = workspace,
    .describe = isa_describe,
    .run = run,
};
