/* What the variants of stencil share: the number of steps, the weights and the second buffer. */
#pragma once

#include "common/size.h"
#include "common/workload.h"

enum { STENCIL_STEPS = 10 }; /* even: with two buffers the last step writes the result */

/* One step for an inner cell of a grid whose rows have n cells. Both weights are powers of two. */
#define STENCIL_CELL(from, at, n)                                                                            \
    (from[at] / 2 + (from[(at) - (n)] + from[(at) + (n)] + from[(at)-1] + from[(at) + 1]) / 8)

/* Bytes of a second grid. */
static inline size_t stencil_workspace(const Point *point)
{
    return size_mul(size_mul(point->m, point->n), type_size(point->type));
}
