/* A transpose of matrices that are distributed over several GPUs, for all rungs over several GPUs.
 *
 * Each device has a block of rows of the input and the same rows of the result. Cut into as many blocks of
 * columns, the input's blocks are what each device sends to each, and the result's what it receives,
 * transposed:
 *
 *     device 0   | 00 | 01 | 02 |         device 0   | 00' | 10' | 20' |
 *     device 1   | 10 | 11 | 12 |         device 1   | 01' | 11' | 21' |
 *     device 2   | 20 | 21 | 22 |         device 2   | 02' | 12' | 22' |
 *
 * One of D blocks stays where it is: (D - 1) / D of all words go over the links, once. Blocks are of equal
 * height, but the last may be lower and others behind it empty. */
#pragma once

#include "common/size.h"
#include "gpu/parts.h"
#include "gpu/transpose/kernels/full_row_stores.cuh"

/* Blocks that transpose strips and are on a multiprocessor at a time: as many as gpu/full_row_stores has,
 * whose kernel needs fewer registers without a launch bound. Turing has no room for the threads of a third.
 */
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ < 800
enum { STRIP_BLOCKS = 2 };
#else
enum { STRIP_BLOCKS = 3 };
#endif

/* ---- the distribution ---- */

/* Rows of a block, as Variant.block_rows leaves them; a block has as many columns. */
static inline size_t block_side(const Point *point)
{
    return point->n / point->devices + (point->n % point->devices != 0);
}

/* The first row of the input and of the result that device `d` has; of a device without rows perhaps n or
 * more. */
static inline unsigned block_first(const Task *task, unsigned d)
{
    return d * (unsigned)block_side(task->point); /* far below 2^32: n x n words are in memory */
}

/* Calls `step` for each device that has rows, as the current device. 0 or -1. */
static inline int on_each_device(const Task *task, int (*step)(const Task *, unsigned))
{
    for (unsigned d = 0; d < task->point->devices; d++) {
        if (task->parts[d].rows > 0 && (part_enter(task, d) != 0 || step(task, d) != 0)) {
            return -1;
        }
    }
    return 0;
}

/* ---- transposing ---- */

/* Rows first .. first + rows of the input, in the columns that device `e` needs, to their place in its
 * result. They begin at `from`. */
static inline TransposeRegion region_of_rows(const Task *task, unsigned e, const uint32_t *from,
                                             unsigned from_pitch, unsigned first, unsigned rows)
{
    TransposeRegion region = {};
    region.from = from;
    region.to = (uint32_t *)task->parts[e].out + first;
    region.rows = rows;
    region.columns = (unsigned)task->parts[e].rows;
    region.from_pitch = from_pitch;
    region.to_pitch = (unsigned)task->point->n;
    region.to_begins = first % SECTOR;
    return region;
}

/* The block that is on device `e` already. */
static inline TransposeRegion region_of_own(const Task *task, unsigned e)
{
    const unsigned first = block_first(task, e);
    return region_of_rows(task, e, (const uint32_t *)task->parts[e].a + first, (unsigned)task->point->n,
                          first, (unsigned)task->parts[e].rows);
}

static __global__ void __launch_bounds__(THREADS) transpose_region_aligned(const TransposeRegion region)
{
    transpose_tile(region, blockIdx.x, blockIdx.y);
}

static __global__ void __launch_bounds__(STRIP_THREADS, STRIP_BLOCKS)
    transpose_region_shifted(const TransposeRegion region)
{
    transpose_strip(region, blockIdx.x, blockIdx.y);
}

/* Enqueues it on the stream of `part`, whose device is the current one; nothing where it has no words. */
static inline int transpose_slice(const Task *part, TransposeRegion region)
{
    if (region.rows == 0 || region.columns == 0) {
        return 0;
    }
    const bool aligned = region_is_aligned(region);
    const LaunchShape shape = transpose_shape(region.rows, region.columns, aligned);
    return aligned ? GPU_LAUNCH(part, shape, transpose_region_aligned, region)
                   : GPU_LAUNCH(part, shape, transpose_region_shifted, region);
}
