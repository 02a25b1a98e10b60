/* matmul cpu/openmp_transposed: cpu/transposed with both steps distributed over threads.
 *
 * The threads transpose B together, a band of rows each, synchronize, and then distribute the rows of the
 * result. Memory bounds the transposition, which scales worse than the product but is only n^2 of n^3 steps.
 * Source: report O, transposed OpenMP program. */
#include "common/workload.h"
#include "cpu/threads.h"
#include "cpu/word.h"

enum { SIDE = 16 }; /* of the square blocks of the transposition */

/* Rows row .. row + SIDE - 1 of out, which are columns of in. */
#define TRANSPOSE_BAND(bits, Bits)                                                                           \
    static void transpose_band_##bits(size_t n, size_t row, const Bits *restrict in, Bits *restrict out)     \
    {                                                                                                        \
        size_t row_end = n - row < SIDE ? n : row + SIDE;                                                    \
        for (size_t column = 0; column < n; column += SIDE) {                                                \
            size_t column_end = n - column < SIDE ? n : column + SIDE;                                       \
            for (size_t i = row; i < row_end; i++) {                                                         \
                for (size_t j = column; j < column_end; j++) {                                               \
                    out[i * n + j] = in[j * n + i];                                                          \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_WORD(TRANSPOSE_BAND)

/* For each element type. Integers are unsigned, because they wrap. */
#define ROW(name, NAME, Element, ...)                                                                        \
    static void row_##name(size_t n, size_t i, const Element *restrict a, const Element *restrict columns,   \
                           Element *restrict out)                                                            \
    {                                                                                                        \
        for (size_t j = 0; j < n; j++) {                                                                     \
            Element sum = 0;                                                                                 \
            _Pragma("omp simd reduction(+ : sum)") for (size_t k = 0; k < n; k++)                            \
            {                                                                                                \
                sum += a[i * n + k] * columns[j * n + k];                                                    \
            }                                                                                                \
            out[i * n + j] = sum;                                                                            \
        }                                                                                                    \
    }
FOR_EACH_TYPE(ROW, )

static int run(const Task *task)
{
    size_t n = task->point->n;
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (size_t row = 0; row < n; row += SIDE) {
            CALL_BY_WORD(task->point->type, transpose_band, n, row, task->b, task->workspace)
        }
#pragma omp for schedule(runtime)
        for (size_t i = 0; i < n; i++) {
            CALL_BY_TYPE(task->point->type, row, n, i, task->a, task->workspace, task->out)
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
    .types = INT32 | FLOAT32 | FLOAT64,
    .axes = AXIS_THREADS | AXIS_SCHEDULE,
    .workspace = point_matrix_bytes,
    .missing = openmp_missing,
    .run = run,
};
