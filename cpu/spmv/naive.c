/* spmv cpu/naive: the definition, one row after the other.
 *
 * Offsets, columns and values are read in order, each once. The elements of x are gathered: in a scattered
 * pattern each is another cache line, and once x exceeds the caches their latency bounds the time; else
 * memory bandwidth. */
#include "common/workload.h"

#define MULTIPLY(name, NAME, Element, ...)                                                                   \
    static void multiply_##name(size_t m, const uint32_t *restrict offset, const uint32_t *restrict column,  \
                                const Element *restrict value, const Element *restrict x,                    \
                                Element *restrict out)                                                       \
    {                                                                                                        \
        for (size_t i = 0; i < m; i++) {                                                                     \
            Element sum = 0;                                                                                 \
            for (size_t at = offset[i]; at < offset[i + 1]; at++) {                                          \
                sum += value[at] * x[column[at]];                                                            \
            }                                                                                                \
            out[i] = sum;                                                                                    \
        }                                                                                                    \
    }
FOR_EACH_TYPE(MULTIPLY, )

static int run(const Task *task)
{
    CALL_BY_TYPE(task->point->type, multiply, task->point->m, task->a, task->b, task->c, task->d, task->out)
    return 0;
}

const Variant variant_cpu_spmv_naive = {
    .workload = "spmv",
    .name = "cpu/naive",
    .idea = "two loops: the nonzeros of each row in order",
    .types = FLOAT32 | FLOAT64,
    .flags = VARIANT_REFERENCE,
    .run = run,
};
