/* transpose cpu/naive: two loops, one element at a time.
 *
 * It writes along rows and reads down columns. Every read loads a new cache line for four of its bytes. From
 * n 4096 or so the lines of a column exceed the second-level cache and its pages exceed the TLB, so latency
 * bounds it.
 * Source: the baseline of report T. */
#include "common/workload.h"
#include "cpu/word.h"

static void transpose(size_t n, const Word *restrict in, Word *restrict out)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            out[i * n + j] = in[j * n + i];
        }
    }
}

static int run(const Task *task)
{
    transpose(task->point->n, task->a, task->out);
    return 0;
}

const Variant variant_cpu_transpose_naive = {
    .workload = "transpose",
    .name = "cpu/naive",
    .idea = "two loops, an element at a time: writes along rows, reads down columns",
    .source = "report T, CPU program",
    .types = INT32 | FLOAT32,
    .flags = VARIANT_REFERENCE,
    .run = run,
};
