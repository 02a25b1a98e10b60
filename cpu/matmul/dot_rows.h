/* Dot products of rows: shared by cpu/transposed and cpu/openmp_transposed.
 *
 * B is transposed, so that both operands of a dot product are read along rows. By default a dot product of
 * floats is summed in program order; `omp simd reduction` allows one partial sum per lane, in these loops
 * only. */
#ifndef SPEEDUP_CPU_MATMUL_DOT_ROWS_H
#define SPEEDUP_CPU_MATMUL_DOT_ROWS_H

#include "common/size.h"
#include "common/workload.h"
#include "cpu/word.h"

enum { SIDE = 16 }; /* of the square blocks of the transposition: written lines stay in the cache */

/* Rows row .. row + SIDE - 1 of out, which are columns of in. */
static inline void transpose_band(size_t n, size_t row, const Word *restrict in, Word *restrict out)
{
    size_t row_end = size_min(n, row + SIDE);
    for (size_t column = 0; column < n; column += SIDE) {
        size_t column_end = size_min(n, column + SIDE);
        for (size_t i = row; i < row_end; i++) {
            for (size_t j = column; j < column_end; j++) {
                out[i * n + j] = in[j * n + i];
            }
        }
    }
}

static inline void row_float32(size_t n, size_t i, const float *restrict a, const float *restrict columns,
                               float *restrict out)
{
    for (size_t j = 0; j < n; j++) {
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (size_t k = 0; k < n; k++) {
            sum += a[i * n + k] * columns[j * n + k];
        }
        out[i * n + j] = sum;
    }
}

static inline void row_int32(size_t n, size_t i, const uint32_t *restrict a, const uint32_t *restrict columns,
                             uint32_t *restrict out)
{
    for (size_t j = 0; j < n; j++) {
        uint32_t sum = 0;
#pragma omp simd reduction(+ : sum)
        for (size_t k = 0; k < n; k++) {
            sum += a[i * n + k] * columns[j * n + k];
        }
        out[i * n + j] = sum;
    }
}

/* Row i of the product, from the transpose of B in the workspace. */
static inline void dot_row(const Task *task, size_t i)
{
    if (task->point->type == TYPE_FLOAT32) {
        row_float32(task->point->n, i, task->a, task->workspace, task->out);
    } else {
        row_int32(task->point->n, i, task->a, task->workspace, task->out);
    }
}

#endif
