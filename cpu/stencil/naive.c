/* stencil cpu/naive: the definition, one step after the other over the whole grid.
 *
 * Two buffers alternate: the result and the workspace. Rows are read in order, and the three rows around a
 * cell stay in the cache, so each step moves the grid once in each direction. The compiler vectorizes the
 * inner loop; memory bandwidth bounds it once the grid exceeds the caches. */
#include <string.h>

#include "common/workload.h"
#include "common/workloads/stencil.h"

#define STEP(name, NAME, Element, ...)                                                                       \
    static void step_##name(size_t m, size_t n, const Element *restrict from, Element *restrict to)          \
    {                                                                                                        \
        memcpy(to, from, n * sizeof *to);                                                                    \
        for (size_t i = 1; i + 1 < m; i++) {                                                                 \
            to[i * n] = from[i * n];                                                                         \
            for (size_t j = 1; j + 1 < n; j++) {                                                             \
                to[i * n + j] = STENCIL_CELL(from, i * n + j, n);                                            \
            }                                                                                                \
            to[i * n + n - 1] = from[i * n + n - 1];                                                         \
        }                                                                                                    \
        memcpy(to + (m - 1) * n, from + (m - 1) * n, n * sizeof *to);                                        \
    }
FOR_EACH_TYPE(STEP, )

static int run(const Task *task)
{
    const Point *point = task->point;
    const void *from = task->a;
    for (int step = 0; step < STENCIL_STEPS; step++) {
        void *to = step % 2 == 0 ? task->workspace : task->out;
        CALL_BY_TYPE(point->type, step, point->m, point->n, from, to)
        from = to;
    }
    return 0;
}

const Variant variant_cpu_stencil_naive = {
    .workload = "stencil",
    .name = "cpu/naive",
    .idea = "two loops over the grid per step, two buffers in turns",
    .types = FLOAT32 | FLOAT64,
    .flags = VARIANT_REFERENCE,
    .workspace = stencil_workspace,
    .run = run,
};
