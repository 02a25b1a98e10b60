/* Grids of thread blocks that cover an n x n matrix. */
#pragma once

#include <stddef.h>

#include "common/workload.h"

/* CUDA takes no more blocks along y; along x it takes 2^31 - 1. */
#define GPU_MAX_BLOCKS_Y 65535u

/* Blocks of `side` elements that cover n of them. */
static inline unsigned gpu_blocks(size_t n, size_t side)
{
    return (unsigned)(n / side + (n % side != 0));
}

/* The same along y, where a kernel has to stride over what is more than CUDA takes. */
static inline unsigned gpu_blocks_y(size_t n, size_t side)
{
    const unsigned blocks = gpu_blocks(n, side);
    return blocks < GPU_MAX_BLOCKS_Y ? blocks : GPU_MAX_BLOCKS_Y;
}

/* For Variant.accepts of kernels with a row of blocks for `side` rows of the matrix. */
static inline int gpu_accepts_rows(const Point *point, size_t side, Error *error)
{
    const size_t most = (size_t)GPU_MAX_BLOCKS_Y * side;
    return point->n <= most ? 0
                            : error_set(error,
                                        "size %zu is not for this variant: use at most %zu (a launch has at "
                                        "most %u rows of thread blocks)",
                                        point->n, most, GPU_MAX_BLOCKS_Y);
}
