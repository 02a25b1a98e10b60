/* stencil cpu/stops_early: one step less than required, and the edge of the grid is right. */
#include <string.h>

#include "common/workloads/stencil.h"
#include "tests/variants/variant.h"

static int run(const Task *task)
{
    const size_t m = task->point->m, n = task->point->n;
    const float *from = task->a;
    for (int step = 1; step < STENCIL_STEPS; step++) {
        float *to = step % 2 == 0 ? task->workspace : task->out;
        memcpy(to, from, m * n * sizeof *to);
        for (size_t i = 1; i + 1 < m; i++) {
            for (size_t j = 1; j + 1 < n; j++) {
                to[i * n + j] = STENCIL_CELL(from, i * n + j, n);
            }
        }
        from = to;
    }
    return 0;
}

static size_t workspace(const Point *point)
{
    return point->m * point->n * sizeof(float);
}

TEST_VARIANT(cpu, stencil, stops_early, .idea = "wrong: one step less", .types = FLOAT32,
             .workspace = workspace);
