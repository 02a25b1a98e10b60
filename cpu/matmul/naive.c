/* matmul cpu/naive: the definition, loops i, j, k.
 *
 * Each element of the result is the dot product of a row of A and a column of B. The inner loop runs down a
 * column: every step advances n elements, so it loads a new cache line for four of its bytes. Once the lines
 * of a column exceed the cache, each is loaded again for the next column. The latency of those loads bounds
 * it and, for floats, the latency of dependent additions.
 * Source: the baseline of report O. */
#include "common/float16.h"
#include "common/workload.h"

/* For each element type. Integers are unsigned, because they wrap. The sum of 16-bit elements is a float32.
 */
#define PRODUCT(name, NAME, Element, ...)                                                                    \
    static void product_##name(size_t m, size_t n, size_t depth, const Element *restrict a,                  \
                               const Element *restrict b, Element *restrict out)                             \
    {                                                                                                        \
        for (size_t i = 0; i < m; i++) {                                                                     \
            for (size_t j = 0; j < n; j++) {                                                                 \
                __typeof__(load_##name(*a)) sum = 0;                                                         \
                for (size_t k = 0; k < depth; k++) {                                                         \
                    sum += load_##name(a[i * depth + k]) * load_##name(b[k * n + j]);                        \
                }                                                                                            \
                out[i * n + j] = store_##name(sum);                                                          \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_ELEMENT_TYPE(PRODUCT, )

static int run(const Task *task)
{
    const Point *point = task->point;
    CALL_BY_ELEMENT_TYPE(point->type, product, point->m, point->n, point->k, task->a, task->b, task->out)
    return 0;
}

const Variant variant_cpu_matmul_naive = {
    .workload = "matmul",
    .name = "cpu/naive",
    .idea = "three loops i, j, k: the definition, which reads B by columns",
    .source = "report O, serial program",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .flags = VARIANT_REFERENCE,
    .run = run,
};
