/* matmul cpu/unoptimized: cpu/naive compiled without optimization (-O0).
 *
 * Every variable is in memory and every index is recomputed, so the time is the compiler's, not the
 * algorithm's. It exists because many published speedups use such a baseline: a speedup is only as meaningful
 * as its baseline, and rows with this one are marked.
 * Source: report O, whose serial program reaches 0.07 GFLOP/s. */
#include "common/workload.h"

#ifdef __clang__
#define UNOPTIMIZED __attribute__((optnone, noinline))
#else
#define UNOPTIMIZED __attribute__((optimize("O0"), noinline))
#endif

/* For each element type. Integers are unsigned, because they wrap. */
#define PRODUCT(name, NAME, Element, ...)                                                                    \
    UNOPTIMIZED static void product_##name(size_t m, size_t n, size_t depth, const Element *a,               \
                                           const Element *b, Element *out)                                   \
    {                                                                                                        \
        for (size_t i = 0; i < m; i++) {                                                                     \
            for (size_t j = 0; j < n; j++) {                                                                 \
                Element sum = 0;                                                                             \
                for (size_t k = 0; k < depth; k++) {                                                         \
                    sum += a[i * depth + k] * b[k * n + j];                                                  \
                }                                                                                            \
                out[i * n + j] = sum;                                                                        \
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

const Variant variant_cpu_matmul_unoptimized = {
    .workload = "matmul",
    .name = "cpu/unoptimized",
    .idea = "cpu/naive compiled without optimization: a baseline that inflates every speedup",
    .source = "report O, serial program",
    .types = INT32 | FLOAT32 | FLOAT64,
    .flags = VARIANT_UNOPTIMIZED,
    .instructions = INSTRUCTIONS_SCALAR,
    .run = run,
};
