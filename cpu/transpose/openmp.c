/* transpose cpu/openmp: the rows of cpu/naive, shared out among threads.
 *
 * Each thread writes rows of its own and reads the columns that belong to them. Waiting overlaps,
 * so this speeds up well for as long as every thread waits for latency; it wastes most of each cache
 * line that it reads, and so reaches the memory's limit at a fraction of the useful bytes.
 * With static parts neighbouring rows are one thread's, and lines that it
 * fetched for one row may still serve the next. */
#include "common/workload.h"
#include "cpu/threads.h"
#include "cpu/word.h"

static void transpose_row(size_t n, size_t i, const Word *restrict in, Word *restrict out)
{
    for (size_t j = 0; j < n; j++) {
        out[i * n + j] = in[j * n + i];
    }
}

static int run(const Task *task)
{
    size_t n = task->point->n;
#pragma omp parallel for schedule(runtime)
    for (size_t i = 0; i < n; i++) {
        transpose_row(n, i, task->a, task->out);
    }
    return 0;
}

const Variant variant_cpu_transpose_openmp = {
    .workload = "transpose",
    .name = "cpu/openmp",
    .idea = "the rows of cpu/naive shared out among OpenMP threads",
    .after = "cpu/naive",
    .types = INT32 | FLOAT32,
    .axes = AXIS_THREADS | AXIS_SCHEDULE,
    .missing = openmp_missing,
    .run = run,
};
