/* transpose cpu/naive: two loops, one element at a time.
 *
 * It writes along rows and reads down columns. Every read loads a new cache line for four of its bytes. From
 * n 4096 or so the lines of a column exceed the second-level cache and its pages exceed the TLB, so latency
 * bounds it.
 * Source: the baseline of report T. */
#include "common/workload.h"
#include "cpu/word.h"

#define TRANSPOSE(bits, Bits)                                                                                \
    static void transpose_##bits(size_t m, size_t n, const Bits *restrict in, Bits *restrict out)            \
    {                                                                                                        \
        for (size_t i = 0; i < n; i++) {                                                                     \
            for (size_t j = 0; j < m; j++) {                                                                 \
                out[i * m + j] = in[j * n + i];                                                              \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_WORD(TRANSPOSE)

static int run(const Task *task)
{
    const Point *point = task->point;
    CALL_BY_WORD(point->type, transpose, point->m, point->n, task->a, task->out)
    return 0;
}

const Variant variant_cpu_transpose_naive = {
    .workload = "transpose",
    .name = "cpu/naive",
    .idea = "two loops, an element at a time: writes along rows, reads down columns",
    .source = "report T, CPU program",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .flags = VARIANT_REFERENCE,
    .run = run,
};
