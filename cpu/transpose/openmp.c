/* transpose cpu/openmp: the rows of cpu/naive, distributed over threads.
 *
 * Each thread writes its own rows and reads the corresponding columns. Latencies overlap, so it scales well
 * while latency bounds every thread. It wastes most of each cache line that it reads, so it reaches the
 * memory bandwidth with a fraction of useful bytes. With static scheduling neighboring rows belong to one
 * thread, and lines loaded for one row may still serve the next. */
#include "common/workload.h"
#include "cpu/threads.h"
#include "cpu/word.h"

#define TRANSPOSE_ROW(bits, Bits)                                                                            \
    static void transpose_row_##bits(size_t m, size_t n, size_t i, const Bits *restrict in,                  \
                                     Bits *restrict out)                                                     \
    {                                                                                                        \
        for (size_t j = 0; j < m; j++) {                                                                     \
            out[i * m + j] = in[j * n + i];                                                                  \
        }                                                                                                    \
    }
FOR_EACH_WORD(TRANSPOSE_ROW)

static int run(const Task *task)
{
    const Point *point = task->point;
#pragma omp parallel for schedule(runtime)
    for (size_t i = 0; i < point->n; i++) {
        CALL_BY_WORD(point->type, transpose_row, point->m, point->n, i, task->a, task->out)
    }
    return 0;
}

const Variant variant_cpu_transpose_openmp = {
    .workload = "transpose",
    .name = "cpu/openmp",
    .idea = "the rows of cpu/naive distributed over OpenMP threads",
    .after = "cpu/naive",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .axes = AXIS_THREADS | AXIS_SCHEDULE,
    .missing = openmp_missing,
    .run = run,
};
