/* matmul cpu/openmp_transposed: cpu/transposed with both steps distributed over threads.
 *
 * The threads transpose B together, a band of rows each, synchronize, and then distribute the rows of the
 * result. Memory bounds the transposition, which scales worse than the product but is only n^2 of n^3 steps.
 * Source: report O, transposed OpenMP program. */
#include "cpu/matmul/dot_rows.h"
#include "cpu/threads.h"

static int run(const Task *task)
{
    size_t n = task->point->n;
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (size_t row = 0; row < n; row += SIDE) {
            transpose_band(n, row, task->b, task->workspace);
        }
#pragma omp for schedule(runtime)
        for (size_t i = 0; i < n; i++) {
            dot_row(task, i);
        }
    }
    return 0;
}

const Variant variant_cpu_matmul_openmp_transposed = {
    .workload = "matmul",
    .name = "cpu/openmp_transposed",
    .idea = "cpu/transposed with the transposition and the rows distributed over OpenMP threads",
    .source = "report O, transposed OpenMP program",
    .after = "cpu/transposed",
    .types = INT32 | FLOAT32,
    .axes = AXIS_THREADS | AXIS_SCHEDULE,
    .workspace = point_matrix_bytes,
    .missing = openmp_missing,
    .run = run,
};
