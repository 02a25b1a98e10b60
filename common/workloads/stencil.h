/* What the variants of stencil share: the number of steps and the weights. */
#pragma once

enum { STENCIL_STEPS = 10 }; /* even: with two buffers the last step writes the result */

/* One step for an inner cell of a grid whose rows have n cells. Both weights are powers of two. */
#define STENCIL_CELL(from, at, n)                                                                            \
    (from[at] / 2 + (from[(at) - (n)] + from[(at) + (n)] + from[(at)-1] + from[(at) + 1]) / 8)
