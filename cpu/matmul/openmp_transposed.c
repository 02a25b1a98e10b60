/* matmul cpu/openmp_transposed: cpu/transposed with both steps distributed over threads.
 *
 * The threads transpose B together, a band of rows each, synchronize, and then distribute the rows of the
 * result. Memory bounds the transposition, which scales worse than the product but is only n^2 of n^3 steps.
 * Source: report O, transposed OpenMP program. */
#include "common/size.h"
#include "common/workload.h"
#include "cpu/threads.h"
#include "cpu/word.h"

enum { SIDE = 16 }; /* of the square blocks of the transposition */

/* Rows row .. row + SIDE - 1 of out, which are columns of the depth x n matrix `in`. */
#define TRANSPOSE_BAND(bits, Bits)                                                                           \
    static void transpose_band_##bits(size_t n, size_t depth, size_t row, const Bits *restrict in,           \
                                      Bits *restrict out)                                                    \
    {                                                                                                        \
        size_t row_end = n - row < SIDE ? n : row + SIDE;                                                    \
        for (size_t column = 0; column < depth; column += SIDE) {                                            \
            size_t column_end = depth - column < SIDE ? depth : column + SIDE;                               \
            for (size_t i = row; i < row_end; i++) {                                                         \
                for (size_t j = column; j < column_end; j++) {                                               \
                    out[i * depth + j] = in[j * n + i];                                                      \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_WORD(TRANSPOSE_BAND)

/* For each element type. Integers are unsigned, because they wrap. */
#define ROW(name, NAME, Element, ...)                                                                        \
    static void row_##name(size_t n, size_t depth, size_t i, const Element *restrict a,                      \
                           const Element *restrict columns, Element *restrict out)                           \
    {                                                                                                        \
        for (size_t j = 0; j < n; j++) {                                                                     \
            Element sum = 0;                                                                                 \
            _Pragma("omp simd reduction(+ : sum)") for (size_t k = 0; k < depth; k++)                        \
            {                                                                                                \
                sum += a[i * depth + k] * columns[j * depth + k];                                            \
            }                                                                                                \
            out[i * n + j] = sum;                                                                            \
        }                                                                                                    \
    }
FOR_EACH_TYPE(ROW, )

static int run(const Task *task)
{
    const Point *point = task->point;
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (size_t row = 0; row < point->n; row += SIDE) {
            CALL_BY_WORD(point->type, transpose_band, point->n, point->k, row, task->b, task->workspace)
        }
#pragma omp for schedule(runtime)
        for (size_t i = 0; i < point->m; i++) {
            CALL_BY_TYPE(point->type, row, point->n, point->k, i, task->a, task->workspace, task->out)
        }
    }
    return 0;
}

static size_t workspace(const Point *point)
{
    return size_mul(size_mul(point->k, point->n), type_size(point->type));
}

const Variant variant_cpu_matmul_openmp_transposed = {
    .workload = "matmul",
    .name = "cpu/openmp_transposed",
    .idea = "cpu/transposed with the transposition and the rows distributed over OpenMP threads",
    .source = "report O, transposed OpenMP program",
    .after = "cpu/transposed",
    .types = INT32 | FLOAT32 | FLOAT64,
    .axes = AXIS_THREADS | AXIS_SCHEDULE,
    .workspace = workspace,
    .missing = openmp_missing,
    .run = run,
};
