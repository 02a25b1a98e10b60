/* stencil cpu/openmp: the rows of cpu/naive, distributed over threads.
 *
 * All threads finish a step before the next one begins: the barrier of each loop. With the static schedule a
 * thread computes the same rows in every step, so they stay in its cache if they fit, and on its NUMA node.
 * Few threads saturate the memory bandwidth, which then bounds it. */
#include <string.h>

#include "common/size.h"
#include "common/workload.h"
#include "common/workloads/stencil.h"
#include "cpu/threads.h"

#define ROW(name, NAME, Element, ...)                                                                        \
    static void row_##name(size_t m, size_t n, size_t i, const Element *restrict from, Element *restrict to) \
    {                                                                                                        \
        if (i == 0 || i + 1 == m) {                                                                          \
            memcpy(to + i * n, from + i * n, n * sizeof *to);                                                \
            return;                                                                                          \
        }                                                                                                    \
        to[i * n] = from[i * n];                                                                             \
        for (size_t j = 1; j + 1 < n; j++) {                                                                 \
            to[i * n + j] = STENCIL_CELL(from, i * n + j, n);                                                \
        }                                                                                                    \
        to[i * n + n - 1] = from[i * n + n - 1];                                                             \
    }
FOR_EACH_TYPE(ROW, )

static int run(const Task *task)
{
    const Point *point = task->point;
#pragma omp parallel
    for (int step = 0; step < STENCIL_STEPS; step++) {
        void *to = step % 2 == 0 ? task->workspace : task->out;
        const void *from = step == 0 ? task->a : step % 2 == 0 ? task->out : task->workspace;
#pragma omp for schedule(runtime)
        for (size_t i = 0; i < point->m; i++) {
            CALL_BY_TYPE(point->type, row, point->m, point->n, i, from, to)
        }
    }
    return 0;
}

static size_t workspace(const Point *point)
{
    return size_mul(size_mul(point->m, point->n), type_size(point->type));
}

const Variant variant_cpu_stencil_openmp = {
    .workload = "stencil",
    .name = "cpu/openmp",
    .idea = "the rows of cpu/naive distributed over OpenMP threads, a barrier after each step",
    .after = "cpu/naive",
    .types = FLOAT32 | FLOAT64,
    .axes = AXIS_THREADS | AXIS_SCHEDULE,
    .missing = openmp_missing,
    .workspace = workspace,
    .run = run,
};
