/* A correct closure by Floyd and Warshall, for test variants that spoil it before or afterwards. */
#pragma once

#include "common/graph/graph.h"
#include "tests/variants/variant.h"

static inline void plain_closure(const Task *task)
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
}
