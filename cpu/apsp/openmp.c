/* apsp cpu/openmp: Floyd-Warshall with the rows of every step distributed over threads.
 *
 * Idea: the steps k = 0, 1, ..., n - 1 are sequential, but within one the rows are independent: row i needs
 * itself and row k, and row k does not change in step k (d[k][k] is 0). One team executes the steps together;
 * the barrier at the end of each loop over rows completes row k + 1 before any thread reads it.
 *
 * Why no lock and no copy of row k is needed: each row is written by one thread only, and row k is skipped.
 * Writing it would not change a value but would be a data race, a store while others read. d[i][k] belongs to
 * the thread of row i.
 *
 * Limit: n barriers, so small matrices gain nothing. The whole matrix passes through every step, so threads
 * that share a memory bus or a cache are bound by it. A dynamic schedule also moves rows between the caches
 * of cores.
 *
 * Source: Foster, Designing and Building Parallel Programs, 1995, section 3.9. */
#include "common/workload.h"
#include "cpu/threads.h"

static int run(const Task *task)
{
    size_t n = task->point->n;
    int32_t *d = task->out;
#pragma omp parallel
    for (size_t k = 0; k < n; k++) {
        const int32_t *row_k = d + k * n;
#pragma omp for schedule(runtime)
        for (size_t i = 0; i < n; i++) {
            if (i == k) {
                continue;
            }
            int32_t *row_i = d + i * n;
            int32_t to_k = row_i[k];
            for (size_t j = 0; j < n; j++) {
                int32_t by_k = to_k + row_k[j];
                row_i[j] = by_k < row_i[j] ? by_k : row_i[j];
            }
        }
    }
    return 0;
}

const Variant variant_cpu_apsp_openmp = {
    .workload = "apsp",
    .name = "cpu/openmp",
    .idea = "the rows of every Floyd-Warshall step distributed over threads",
    .source = "Foster, Designing and Building Parallel Programs, 1995, section 3.9",
    .after = "cpu/naive",
    .types = INT32,
    .axes = AXIS_THREADS | AXIS_SCHEDULE,
    .missing = openmp_missing,
    .run = run,
};
