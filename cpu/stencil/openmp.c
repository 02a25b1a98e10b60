/* stencil cpu/openmp: the rows of cpu/naive, distributed over threads.
 *
 * All threads finish a step before the next one begins: the barrier of each loop. With the static schedule a
 * thread computes the same rows in every step, so they stay in its cache if they fit, and on its NUMA node.
 * Few threads saturate the memory bandwidth, which then bounds it. */
#include "cpu/stencil/row.h"
#include "cpu/threads.h"

static int run(const Task *task)
{
    const Point *point = task->point;
#pragma omp parallel
    for (int step = 0; step < STENCIL_STEPS; step++) {
        void *to = step % 2 == 0 ? task->workspace : task->out;
        const void *from = step == 0 ? task->a : step % 2 == 0 ? task->out : task->workspace;
#pragma omp for schedule(runtime)
        for (size_t i = 0; i < point->m; i++) {
            const size_t pitch = point->n * type_size(point->type);
            const char *here = (const char *)from + i * pitch;
            const void *above = i > 0 ? here - pitch : here, *below = i + 1 < point->m ? here + pitch : here;
            CALL_BY_TYPE(point->type, row, point->m, point->n, i, 0, point->n, 0, above, (const void *)here,
                         below, (void *)((char *)to + i * pitch))
        }
    }
    return 0;
}

const Variant variant_cpu_stencil_openmp = {
    .workload = "stencil",
    .name = "cpu/openmp",
    .idea = "the rows of cpu/naive distributed over OpenMP threads, a barrier after each step",
    .after = "cpu/naive",
    .types = FLOAT32 | FLOAT64,
    .axes = AXIS_THREADS | AXIS_SCHEDULE,
    .missing = openmp_missing,
    .workspace = stencil_workspace,
    .run = run,
};
