/* apsp cpu/short_distances: wrong on purpose. Its distances have 16 bits. */
#include "tests/variants/cpu/apsp/plain_closure.h"

static int run(const Task *task)
{
    const size_t n = task->point->n;
    int32_t *d = task->out;
    plain_closure(task);
    for (size_t i = 0; i < n * n; i++) {
        d[i] = d[i] == GRAPH_UNREACHABLE ? d[i] : (uint16_t)d[i];
    }
    return 0;
}

TEST_VARIANT(cpu, apsp, short_distances, .idea = "wrong on purpose: distances of 16 bits", .types = INT32);
