/* A step of one row of the stencil, for the variants of stencil that distribute rows. */
#pragma once

#include <string.h>

#include "common/workload.h"
#include "common/workloads/stencil.h"

/* row_float32, row_float64: columns `first` to `end` (not included) of row i of an m x n grid. The pointers
 * are to column `origin` of the rows above, here, below and of the result; above and below need not exist at
 * the edge of the grid. */
#define STENCIL_ROW(name, NAME, Element, ...)                                                                \
    static inline void row_##name(size_t m, size_t n, size_t i, size_t first, size_t end, size_t origin,     \
                                  const Element *above, const Element *here, const Element *below,           \
                                  Element *restrict to)                                                      \
    {                                                                                                        \
        if (i == 0 || i + 1 == m) {                                                                          \
            memcpy(to + (first - origin), here + (first - origin), (end - first) * sizeof *to);              \
            return;                                                                                          \
        }                                                                                                    \
        if (first == 0) {                                                                                    \
            to[0] = here[0]; /* origin is 0 too */                                                           \
        }                                                                                                    \
        if (end == n) {                                                                                      \
            to[n - 1 - origin] = here[n - 1 - origin];                                                       \
        }                                                                                                    \
        const size_t last = (end == n ? n - 1 : end) - origin;                                               \
        for (size_t j = (first == 0 ? 1 : first) - origin; j < last; j++) {                                  \
            to[j] = here[j] / 2 + (above[j] + below[j] + here[j - 1] + here[j + 1]) / 8;                     \
        }                                                                                                    \
    }
FOR_EACH_TYPE(STENCIL_ROW, )
