/* apsp cpu/no_zero_edges: wrong on purpose. It takes weight 0 for no edge. */
#include "tests/variants/cpu/apsp/plain_closure.h"

static int run(const Task *task)
{
    const size_t n = task->point->n;
    int32_t *d = task->out;
    for (size_t i = 0; i < n * n; i++) {
        d[i] = d[i] == 0 && i / n != i % n ? GRAPH_UNREACHABLE : d[i];
    }
    plain_closure(task);
    return 0;
}

TEST_VARIANT(cpu, apsp, no_zero_edges, .idea = "wrong on purpose: takes weight 0 for no edge",
             .types = INT32);
