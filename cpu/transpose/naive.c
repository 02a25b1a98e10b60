/* transpose cpu/naive: two loops, an element at a time.
 *
 * The result is written along its rows and the input read down its columns. Every read takes a
 * new cache line for four bytes of it; from n 4096 or so a column's lines no longer fit
 * the second-level cache and its pages no longer the address translation buffer, so most of the
 * time is waiting.
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
