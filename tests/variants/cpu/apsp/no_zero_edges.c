/* apsp cpu/no_zero_edges: wrong on purpose. It takes weight 0 for no edge. */
#include "common/graph/graph.h"
#include "common/workload.h"

static int run(const Task *task)
{
    const size_t n = task->point->n;
    int32_t *d = task->out;
    for (size_t i = 0; i < n * n; i++) {
        d[i] = d[i] == 0 && i / n != i % n ? GRAPH_UNREACHABLE : d[i];
    }
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n; j++) {
                const int32_t detour = d[i * n + k] + d[k * n + j];
                d[i * n + j] = detour < d[i * n + j] ? detour : d[i * n + j];
            }
        }
    }
    return 0;
}

const Variant variant_cpu_apsp_no_zero_edges = {
    .workload = "apsp",
    .name = "cpu/no_zero_edges",
    .idea = "wrong on purpose: takes weight 0 for no edge",
    .types = INT32,
    .run = run,
};
