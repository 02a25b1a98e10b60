/* matmul cpu/openmp_ikj: the rows of cpu/ikj, distributed over threads.
 *
 * Like cpu/openmp, with the loop order that runs along rows. A thread keeps its row of the result in its
 * first-level cache and streams B through it, so B is read once per row by all threads together. Shared
 * caches and memory bound the speedup earlier than that of cpu/openmp, which is bound by latency. */
#include "common/workload.h"
#include "cpu/threads.h"

/* For each element type. Integers are unsigned, because they wrap. */
#define ROW(name, NAME, Element, ...)                                                                        \
    static void row_##name(size_t n, size_t depth, size_t i, const Element *restrict a,                      \
                           const Element *restrict b, Element *restrict out)                                 \
    {                                                                                                        \
        Element *row = out + i * n;                                                                          \
        for (size_t j = 0; j < n; j++) {                                                                     \
            row[j] = 0;                                                                                      \
        }                                                                                                    \
        for (size_t k = 0; k < depth; k++) {                                                                 \
            Element factor = a[i * depth + k];                                                               \
            for (size_t j = 0; j < n; j++) {                                                                 \
                row[j] += factor * b[k * n + j];                                                             \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_TYPE(ROW, )

static int run(const Task *task)
{
    const Point *point = task->point;
#pragma omp parallel for schedule(runtime)
    for (size_t i = 0; i < point->m; i++) {
        CALL_BY_TYPE(point->type, row, point->n, point->k, i, task->a, task->b, task->out)
    }
    return 0;
}

const Variant variant_cpu_matmul_openmp_ikj = {
    .workload = "matmul",
    .name = "cpu/openmp_ikj",
    .idea = "the rows of cpu/ikj distributed over OpenMP threads",
    .after = "cpu/ikj",
    .types = INT32 | FLOAT32 | FLOAT64,
    .axes = AXIS_THREADS | AXIS_SCHEDULE,
    .missing = openmp_missing,
    .run = run,
};
