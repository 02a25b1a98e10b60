/* spmv cpu/openmp: the rows of cpu/naive, distributed over threads.
 *
 * The rows of the result are independent. With the static schedule each thread reads one part of the matrix,
 * near it on its NUMA node. Where few rows have most of the nonzeros, dynamic or guided schedules balance the
 * load. Few threads saturate the memory bandwidth; a scattered pattern is bound by latency and scales
 * further. */
#include "common/workload.h"
#include "cpu/threads.h"

#define ROW(name, NAME, Element, ...)                                                                        \
    static Element row_##name(size_t first, size_t end, const uint32_t *restrict column,                     \
                              const Element *restrict value, const Element *restrict x)                      \
    {                                                                                                        \
        Element sum = 0;                                                                                     \
        for (size_t at = first; at < end; at++) {                                                            \
            sum += value[at] * x[column[at]];                                                                \
        }                                                                                                    \
        return sum;                                                                                          \
    }                                                                                                        \
    static void multiply_##name(size_t m, const uint32_t *offset, const uint32_t *column,                    \
                                const Element *value, const Element *x, Element *out)                        \
    {                                                                                                        \
        _Pragma("omp parallel for schedule(runtime)") for (size_t i = 0; i < m; i++)                         \
        {                                                                                                    \
            out[i] = row_##name(offset[i], offset[i + 1], column, value, x);                                 \
        }                                                                                                    \
    }
FOR_EACH_TYPE(ROW, )

static int run(const Task *task)
{
    CALL_BY_TYPE(task->point->type, multiply, task->point->m, task->a, task->b, task->c, task->d, task->out)
    return 0;
}

const Variant variant_cpu_spmv_openmp = {
    .workload = "spmv",
    .name = "cpu/openmp",
    .idea = "the rows of cpu/naive distributed over OpenMP threads",
    .after = "cpu/naive",
    .types = FLOAT32 | FLOAT64,
    .axes = AXIS_THREADS | AXIS_SCHEDULE,
    .missing = openmp_missing,
    .run = run,
};
