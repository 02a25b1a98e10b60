/* matmul cpu/transposed: transposes B first, so that both operands are read along rows.
 *
 * A column of B becomes a row of its transpose: the dot products read whole cache lines and vectors. The n^2
 * moves of the transposition are done once and are part of the time. By default a dot product of floats is
 * summed in program order; `omp simd reduction` allows one partial sum per lane, in these loops only. Two
 * loads per multiply-add bound it, and the transpose, which is streamed again for every row once it exceeds
 * the cache.
 * Source: report O, transposed program. */
#include "common/size.h"
#include "common/workload.h"
#include "cpu/word.h"

/* In square blocks, so that written lines stay in the cache until they are full. */
static void transpose(size_t n, const Word *restrict in, Word *restrict out)
{
    const size_t side = 16;
    for (size_t row = 0; row < n; row += side) {
        size_t row_end = n - row < side ? n : row + side;
        for (size_t column = 0; column < n; column += side) {
            size_t column_end = n - column < side ? n : column + side;
            for (size_t i = row; i < row_end; i++) {
                for (size_t j = column; j < column_end; j++) {
                    out[i * n + j] = in[j * n + i];
                }
            }
        }
    }
}

static void product_float32(size_t n, const float *restrict a, const float *restrict columns,
                            float *restrict out)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            float sum = 0;
#pragma omp simd reduction(+ : sum)
            for (size_t k = 0; k < n; k++) {
                sum += a[i * n + k] * columns[j * n + k];
            }
            out[i * n + j] = sum;
        }
    }
}

static void product_int32(size_t n, const uint32_t *restrict a, const uint32_t *restrict columns,
                          uint32_t *restrict out)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            uint32_t sum = 0;
#pragma omp simd reduction(+ : sum)
            for (size_t k = 0; k < n; k++) {
                sum += a[i * n + k] * columns[j * n + k];
            }
            out[i * n + j] = sum;
        }
    }
}

static int run(const Task *task)
{
    size_t n = task->point->n;
    transpose(n, task->b, task->workspace);
    if (task->point->type == TYPE_FLOAT32) {
        product_float32(n, task->a, task->workspace, task->out);
    } else {
        product_int32(n, task->a, task->workspace, task->out);
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
