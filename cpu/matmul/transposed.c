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
#define TRANSPOSE(bits, Bits)                                                                                \
    static void transpose_##bits(size_t n, const Bits *restrict in, Bits *restrict out)                      \
    {                                                                                                        \
        const size_t side = 16;                                                                              \
        for (size_t row = 0; row < n; row += side) {                                                         \
            size_t row_end = n - row < side ? n : row + side;                                                \
            for (size_t column = 0; column < n; column += side) {                                            \
                size_t column_end = n - column < side ? n : column + side;                                   \
                for (size_t i = row; i < row_end; i++) {                                                     \
                    for (size_t j = column; j < column_end; j++) {                                           \
                        out[i * n + j] = in[j * n + i];                                                      \
                    }                                                                                        \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_WORD(TRANSPOSE)

/* For each element type. Integers are unsigned, because they wrap. */
#define PRODUCT(name, NAME, Element, ...)                                                                    \
    static void product_##name(size_t n, const Element *restrict a, const Element *restrict columns,         \
                               Element *restrict out)                                                        \
    {                                                                                                        \
        for (size_t i = 0; i < n; i++) {                                                                     \
            for (size_t j = 0; j < n; j++) {                                                                 \
                Element sum = 0;                                                                             \
                _Pragma("omp simd reduction(+ : sum)") for (size_t k = 0; k < n; k++)                        \
                {                                                                                            \
                    sum += a[i * n + k] * columns[j * n + k];                                                \
                }                                                                                            \
                out[i * n + j] = sum;                                                                        \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_TYPE(PRODUCT, )

static int run(const Task *task)
{
    size_t n = task->point->n;
    CALL_BY_WORD(task->point->type, transpose, n, task->b, task->workspace)
    CALL_BY_TYPE(task->point->type, product, n, task->a, task->workspace, task->out)
    return 0;
}

const Variant variant_cpu_matmul_transposed = {
    .workload = "matmul",
    .name = "cpu/transposed",
    .idea = "transposes B first, so that each dot product reads two rows; the transposition is timed",
    .source = "report O, transposed program",
    .after = "cpu/naive",
    .types = INT32 | FLOAT32 | FLOAT64,
    .workspace = point_matrix_bytes,
    .run = run,
};
