/* The launch of the rungs whose thread blocks transpose a tile each, up to gpu/unrolled. */
#pragma once

#include <stdint.h>

#include "gpu/grid.h"
#include "gpu/launch.h"

enum { SIDE = 32 }; /* of a tile */

/* The kernel of 16-bit, 32-bit or 64-bit words, by the size of the elements, on tiles of SIDE x SIDE words,
 * each by a thread block of SIDE x `rows` threads. a: m x n words, out: n x m words, row-major. */
static inline int transpose_tiles(const Task *task,
                                  void (*transpose16)(const uint16_t *, uint16_t *, unsigned, unsigned),
                                  void (*transpose32)(const uint32_t *, uint32_t *, unsigned, unsigned),
                                  void (*transpose64)(const uint64_t *, uint64_t *, unsigned, unsigned),
                                  unsigned rows)
{
    unsigned m = (unsigned)task->point->m, n = (unsigned)task->point->n; /* far below 2^32 */
    LaunchShape shape = {.grid = {gpu_blocks(n, SIDE), gpu_blocks(m, SIDE), 1}, .block = {SIDE, rows, 1}};
    shape.global_accesses = 2.0 * m * n;
    switch (type_size(task->point->type)) {
    case sizeof(uint16_t):
        return GPU_LAUNCH(task, shape, transpose16, task->a, task->out, m, n);
    case sizeof(uint32_t):
        return GPU_LAUNCH(task, shape, transpose32, task->a, task->out, m, n);
    default:
        return GPU_LAUNCH(task, shape, transpose64, task->a, task->out, m, n);
    }
}

/* For Variant.accepts: the grid has a row of blocks for each row of tiles. */
static inline int accepts_rows(const Point *point, Error *error)
{
    const size_t most = (size_t)SIDE * GPU_MAX_BLOCKS_Y;
    return point->m <= most
               ? 0
               : error_set(error, "%zu rows need more blocks than CUDA has along y; use %zu or fewer",
                           point->m, most);
}
