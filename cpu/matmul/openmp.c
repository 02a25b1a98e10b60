/* matmul cpu/openmp: the rows of cpu/naive, distributed over threads.
 *
 * The rows of the result are independent, so threads compute them without synchronization. All threads read
 * all of B: each core's cache must hold the part in use, and memory bandwidth is shared. So where B exceeds
 * the caches, the speedup flattens before the processors are used up. The schedule assigns rows to threads;
 * static, equal parts fixed in advance, suits rows of equal cost.
 * Source: report O, OpenMP program. */
#include "common/workload.h"
#include "cpu/threads.h"

/* For each element type. Integers are unsigned, because they wrap. */
#define ROW(name, NAME, Element, ...)                                                                        \
    static void row_##name(size_t n, size_t depth, size_t i, const Element *restrict a,                      \
                           const Element *restrict b, Element *restrict out)                                 \
    {                                                                                                        \
        for (size_t j = 0; j < n; j++) {                                                                     \
            Element sum = 0;                                                                                 \
            for (size_t k = 0; k < depth; k++) {                                                             \
                sum += a[i * depth + k] * b[k * n + j];                                                      \
            }                                                                                                \
            out[i * n + j] = sum;                                                                            \
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

const Variant variant_cpu_matmul_openmp = {
    .workload = "matmul",
    .name = "cpu/openmp",
    .idea = "the rows of cpu/naive distributed over OpenMP threads",
    .source = "report O, OpenMP program",
    .after = "cpu/naive",
    .types = INT32 | FLOAT32 | FLOAT64,
    .axes = AXIS_THREADS | AXIS_SCHEDULE,
    .missing = openmp_missing,
    .run = run,
};
