/* matmul cpu/scalapack: psgemm or pdgemm of PBLAS, the library for products over processes.
 * Library: ScaLAPACK
 *
 * The reference for cpu/summa. It also uses SUMMA, over a block-cyclic distribution; the system's BLAS
 * multiplies each process's part. Blocks have 64 rows, as its authors advise. ScaLAPACK is column-major, and
 * a row-major matrix is a transposed column-major one: it computes B' A' on the transposed grid, where every
 * process finds its part in place. There is no integer product.
 *
 * Limits: a process uses as many BLAS threads as the point specifies; PBLAS copies panels into its own
 * buffers.
 * Source: Choi, Dongarra, Ostrouchov, Petitet, Walker, Whaley: A proposal for a set of parallel basic linear
 * algebra subprograms, LAPACK working note 100, 1995; the library: ScaLAPACK 2. */
#include "cpu/blas.h"
#include "cpu/ranks.h"

enum { BLOCK = 64, DESCRIPTOR = 9 };

/* BLACS and PBLAS have no header. */
int Csys2blacs_handle(MPI_Comm communicator);
void Cblacs_gridmap(int *context, int *processes, int stride, int rows, int columns);
void Cblacs_gridexit(int context);
void descinit_(int *descriptor, const int *rows, const int *columns, const int *row_block,
               const int *column_block, const int *first_row, const int *first_column, const int *context,
               const int *stride, int *info);
void psgemm_(const char *transpose_a, const char *transpose_b, const int *rows, const int *columns,
             const int *depth, const float *alpha, const float *a, const int *a_row, const int *a_column,
             const int *a_descriptor, const float *b, const int *b_row, const int *b_column,
             const int *b_descriptor, const float *beta, float *c, const int *c_row, const int *c_column,
             const int *c_descriptor);
void pdgemm_(const char *transpose_a, const char *transpose_b, const int *rows, const int *columns,
             const int *depth, const double *alpha, const double *a, const int *a_row, const int *a_column,
             const int *a_descriptor, const double *b, const int *b_row, const int *b_column,
             const int *b_descriptor, const double *beta, double *c, const int *c_row, const int *c_column,
             const int *c_descriptor);

/* Context and descriptor, the same for all three matrices. */
typedef struct Library {
    int context, descriptor[DESCRIPTOR];
} Library;

static Library library; /* of the current point */

static size_t block_rows(const Point *point)
{
    return point->n < BLOCK ? point->n : BLOCK;
}

/* Process (column, row) of the library's grid is process (row, column) of this program's grid. */
static int open_grid(Task *task)
{
    const Grid *grid = task->grid;
    const int rows = (int)grid->shape.columns, columns = (int)grid->shape.rows;
    const int n = (int)task->point->n, block = (int)grid->shape.of_rows.block, zero = 0;
    const int stride = grid->own_columns > 0 ? (int)grid->own_columns : 1;
    int processes[MOST_RANKS], info;
    if (blas_open(task) != 0) {
        return -1;
    }
    for (int i = 0; i < rows * columns; i++) { /* column-major: row i modulo rows, column i / rows */
        processes[i] = i / rows * rows + i % rows;
    }
    library.context = Csys2blacs_handle(grid->all);
    Cblacs_gridmap(&library.context, processes, rows, rows, columns);
    descinit_(library.descriptor, &n, &n, &block, &block, &zero, &zero, &library.context, &stride, &info);
    return info == 0 ? 0 : error_set(task->error, "descinit refuses argument %d", -info);
}

static void close_grid(Task *task)
{
    (void)task;
    Cblacs_gridexit(library.context);
}

static int run(const Task *task)
{
    const int n = (int)task->point->n, one = 1;
    const int *descriptor = library.descriptor;
    if (task->point->type == TYPE_FLOAT64) {
        const double alpha = 1, beta = 0;
        pdgemm_("N", "N", &n, &n, &n, &alpha, task->b, &one, &one, descriptor, task->a, &one, &one,
                descriptor, &beta, task->out, &one, &one, descriptor);
        return 0;
    }
    const float alpha = 1, beta = 0;
    psgemm_("N", "N", &n, &n, &n, &alpha, task->b, &one, &one, descriptor, task->a, &one, &one, descriptor,
            &beta, task->out, &one, &one, descriptor);
    return 0;
}

const Variant variant_cpu_matmul_scalapack = {
    .workload = "matmul",
    .name = "cpu/scalapack",
    .idea = "psgemm or pdgemm of ScaLAPACK, over the BLAS library that the program was built for",
    .source = "ScaLAPACK 2",
    .types = FLOAT32 | FLOAT64,
    .axes = AXIS_THREADS | AXIS_RANKS,
    .flags = VARIANT_LIBRARY,
    .instructions = INSTRUCTIONS_MATRIX,
    .missing = blas_missing,
    .accepts = blas_accepts,
    .block_rows = block_rows,
    .describe = blas_describe,
    .open = open_grid,
    .close = close_grid,
    .run = run,
};
