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

/* out = the transpose of the depth x n matrix `in`, in square blocks, so that written lines stay in the cache
 * until they are full. */
#define TRANSPOSE(bits, Bits)                                                                                \
    static void transpose_##bits(size_t n, size_t depth, const Bits *restrict in, Bits *restrict out)        \
    {                                                                                                        \
        const size_t side = 16;                                                                              \
        for (size_t row = 0; row < n; row += side) {                                                         \
            size_t row_end = n - row < side ? n : row + side;                                                \
            for (size_t column = 0; column < depth; column += side) {                                        \
                size_t column_end = depth - column < side ? depth : column + side;                           \
                for (size_t i = row; i < row_end; i++) {                                                     \
                    for (size_t j = column; j < column_end; j++) {                                           \
                        out[i * depth + j] = in[j * n + i];                                                  \
                    }                                                                                        \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_WORD(TRANSPOSE)

/* For each element type. Integers are unsigned, because they wrap. */
#define PRODUCT(name, NAME, Element, ...)                                                                    \
    static void product_##name(size_t m, size_t n, size_t depth, const Element *restrict a,                  \
                               const Element *restrict columns, Element *restrict out)                       \
    {                                                                                                        \
        for (size_t i = 0; i < m; i++) {                                                                     \
            for (size_t j = 0; j < n; j++) {                                                                 \
                Element sum = 0;                                                                             \
                _Pragma("omp simd reduction(+ : sum)") for (size_t k = 0; k < depth; k++)                    \
                {                                                                                            \
                    sum += a[i * depth + k] * columns[j * depth + k];                                        \
                }                                                                                            \
                out[i * n + j] = sum;                                                                        \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_TYPE(PRODUCT, )

static int run(const Task *task)
{
    const Point *point = task->point;
    CALL_BY_WORD(point->type, transpose, point->n, point->k, task->b, task->workspace)
    CALL_BY_TYPE(point->type, product, point->m, point->n, point->k, task->a, task->workspace, task->out)
    return 0;
}

static size_t workspace(const Point *point)
{
    return size_mul(size_mul(point->k, point->n), type_size(point->type));
}

const Variant variant_cpu_matmul_transposed = {
    .workload = "matmul",
    .name = "cpu/transposed",
    .idea = "transposes B first, so that each dot product reads two rows; the transposition is timed",
    .source = "report O, transposed program",
    .after = "cpu/naive",
    .types = INT32 | FLOAT32 | FLOAT64,
    .workspace = workspace,
    .run = run,
};
