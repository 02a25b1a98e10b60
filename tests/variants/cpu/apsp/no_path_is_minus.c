/* apsp cpu/no_path_is_minus: wrong on purpose. It writes -1 where there is no path. */
#include "tests/variants/cpu/apsp/plain_closure.h"

static int run(const Task *task)
{
    const size_t n = task->point->n;
    int32_t *d = task->out;
    plain_closure(task);
    for (size_t i = 0; i < n * n; i++) {
        d[i] = d[i] == GRAPH_UNREACHABLE ? -1 : d[i];
    }
    return 0;
}

TEST_VARIANT(cpu, apsp, no_path_is_minus, .idea = "wrong on purpose: -1 where there is no path",
             .types = INT32);
