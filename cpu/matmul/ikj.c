/* matmul cpu/ikj: the middle and the inner loop exchanged.
 *
 * With k outside j the inner loop runs along a row of B and a row of the result, so every byte of a cache
 * line is used and the compiler vectorizes the loop. Each row of the result is the sum of all rows of B,
 * weighted by a row of A. The cost: the result's row is read and written n times, so cache bandwidth bounds
 * it, and once B exceeds the cache all of B is streamed from memory for every row.
 * Source: the sequential IKJ product of report S; Golub and Van Loan, Matrix Computations, 1.1. */
#include "common/workload.h"

/* For each element type. Integers are unsigned, because they wrap. */
#define PRODUCT(name, NAME, Element, ...)                                                                    \
    static void product_##name(size_t m, size_t n, size_t depth, const Element *restrict a,                  \
                               const Element *restrict b, Element *restrict out)                             \
    {                                                                                                        \
        for (size_t i = 0; i < m; i++) {                                                                     \
            Element *row = out + i * n;                                                                      \
            for (size_t j = 0; j < n; j++) {                                                                 \
                row[j] = 0;                                                                                  \
            }                                                                                                \
            for (size_t k = 0; k < depth; k++) {                                                             \
                Element factor = a[i * depth + k];                                                           \
                for (size_t j = 0; j < n; j++) {                                                             \
                    row[j] += factor * b[k * n + j];                                                         \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_TYPE(PRODUCT, )

static int run(const Task *task)
{
    const Point *point = task->point;
    CALL_BY_TYPE(point->type, product, point->m, point->n, point->k, task->a, task->b, task->out)
    return 0;
}

const Variant variant_cpu_matmul_ikj = {
    .workload = "matmul",
    .name = "cpu/ikj",
    .idea = "loops i, k, j: the inner loop runs along rows, so it uses whole cache lines and vectors",
    .source = "report S, sequential product",
    .after = "cpu/naive",
    .types = INT32 | FLOAT32 | FLOAT64,
    .run = run,
};
