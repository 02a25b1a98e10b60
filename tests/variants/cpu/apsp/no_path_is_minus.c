/* apsp cpu/no_path_is_minus: wrong on purpose. It writes -1 where there is no path. */
#include "common/graph/graph.h"
#include "common/workload.h"

static int run(const Task *task)
{
    const size_t n = task->point->n;
    int32_t *d = task->out;
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n; j++) {
                const int32_t detour = d[i * n + k] + d[k * n + j];
                d[i * n + j] = detour < d[i * n + j] ? detour : d[i * n + j];
            }
        }
    }
    for (size_t i = 0; i < n * n; i++) {
        d[i] = d[i] == GRAPH_UNREACHABLE ? -1 : d[i];
    }
    return 0;
}

const Variant variant_cpu_apsp_no_path_is_minus = {
    .workload = "apsp",
    .name = "cpu/no_path_is_minus",
    .idea = "wrong on purpose: -1 where there is no path",
    .types = INT32,
    .run = run,
};
