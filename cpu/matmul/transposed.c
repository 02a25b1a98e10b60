/* matmul cpu/transposed: transposes B first, so that both operands are read along rows.
 *
 * A column of B becomes a row of its transpose: the dot products read whole cache lines and vectors. The n^2
 * moves of the transposition are done once and are part of the time. Two loads per multiply-add bound it, and
 * the transpose, which is streamed again for every row once it exceeds the cache.
 * Source: report O, transposed program. */
#include "cpu/matmul/dot_rows.h"

static int run(const Task *task)
{
    size_t n = task->point->n;
    for (size_t row = 0; row < n; row += SIDE) {
        transpose_band(n, row, task->b, task->workspace);
    }
    for (size_t i = 0; i < n; i++) {
        dot_row(task, i);
    }
    return 0;
}

const Variant variant_cpu_matmul_transposed = {
    .workload = "matmul",
    .name = "cpu/transposed",
    .idea = "transposes B first, so that each dot product reads two rows; the transposition is timed",
    .source = "report O, transposed program",
    .after = "cpu/naive",
    .types = INT32 | FLOAT32,
    .workspace = point_matrix_bytes,
    .run = run,
};
