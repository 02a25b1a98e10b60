/* Blocked Floyd-Warshall: the phases, the padded matrix and the launches of the ladder's rungs.
 *
 * Floyd-Warshall tests for every pair (i, j) whether the path over vertex k is shorter, for one k after
 * the other: n passes over the whole matrix, each with one addition and one comparison a cell. The blocked
 * algorithm takes BLOCK vertices at a time, a round, so that a cell is used BLOCK times once it is
 * fetched. A round has three phases, because the cells of a round depend on each other only through the
 * block row and column of its vertices, the pivots:
 *
 *     . . c . .     pivot: the block on the diagonal, from itself
 *     . . c . .     cross: its block row and block column (c), from the pivot
 *     c c P c c            block and themselves
 *     . . c . .     rest:  the trailing update of every other block (.), from
 *     . . c . .            the blocks of its row and column in the cross
 *
 * Launches of one stream run in order, so a phase sees the results of the phase before. In the trailing
 * update no cell depends on another cell of it: nearly all the work is there, and all of it is parallel.
 * In the pivot and the cross, step k reads row k and column k of the block, which step k itself does not
 * change (the path from k to k has length 0). So one barrier a step is enough.
 *
 * The matrix is copied into one whose side is a multiple of BLOCK and whose rows are a multiple of 128
 * bytes, a line of memory, apart. The vertices that fill it up have no edges: 0 to themselves,
 * GRAPH_UNREACHABLE to all others, so no path leads over them.
 *
 * Sources: Venkataraman, Sahni, Mukhopadhyaya, "A blocked all-pairs shortest-paths algorithm", 2003; Katz
 * and Kider, "All-pairs shortest-paths for large graphs on the GPU", 2008. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "common/graph/graph.h"
#include "common/size.h"
#include "gpu/grid.h"
#include "gpu/launch.h"

#define BLOCKED_SOURCE                                                                                       \
    "course report on blocked Floyd-Warshall; Venkataraman et al. 2003, Katz and Kider 2008"

/* One phase of one round on the padded matrix, whose rows are `pitch` cells apart. */
typedef void PhaseKernel(int32_t *matrix, size_t pitch, unsigned round);

/* A rung's kernels; where the side of a block is a template argument, those of one side. */
typedef struct PhaseKernels {
    PhaseKernel *pivot, *cross, *rest;
} PhaseKernels;

/* How a rung does a round. */
typedef struct RoundKernels {
    PhaseKernels phases;
    unsigned threads; /* side of the square thread blocks */
    /* Elements that the threads of one block read and write in global memory, by phase. Where a store happens
     * only if the path is shorter, the graph decides: only the reads are counted. */
    double pivot_accesses, cross_accesses, rest_accesses;
} RoundKernels;

/* A thread block of the copies; COPY_ROWS is also the smallest BLOCK. */
enum { COPY_COLUMNS = 32, COPY_ROWS = 8 };

static __global__ void pad(const int32_t *distance, size_t n, int32_t *matrix, size_t pitch, size_t side)
{
    size_t row = (size_t)blockIdx.y * COPY_ROWS + threadIdx.y;
    size_t column = (size_t)blockIdx.x * COPY_COLUMNS + threadIdx.x;
    if (row < side && column < side) {
        int32_t value = row == column ? 0 : GRAPH_UNREACHABLE;
        if (row < n && column < n) {
            value = distance[row * n + column];
        }
        matrix[row * pitch + column] = value;
    }
}

static __global__ void unpad(const int32_t *matrix, size_t pitch, int32_t *distance, size_t n)
{
    size_t row = (size_t)blockIdx.y * COPY_ROWS + threadIdx.y;
    size_t column = (size_t)blockIdx.x * COPY_COLUMNS + threadIdx.x;
    if (row < n && column < n) {
        distance[row * n + column] = matrix[row * pitch + column];
    }
}

/* The first cell of a block. */
static __device__ inline int32_t *block_at(int32_t *matrix, size_t pitch, size_t block, size_t block_row,
                                           size_t block_column)
{
    return &matrix[block_row * block * pitch + block_column * block];
}

/* The i-th of the block rows (or columns) that are not the round's own. */
static __device__ inline unsigned other_block(unsigned i, unsigned round)
{
    return i < round ? i : i + 1;
}

static inline size_t blocked_side(const Point *point)
{
    return size_round_up(point->n, point->block);
}

static inline size_t blocked_pitch(const Point *point)
{
    return size_round_up(blocked_side(point), 128 / sizeof(int32_t));
}

static inline size_t blocked_workspace(const Point *point)
{
    return size_mul(size_mul(blocked_side(point), blocked_pitch(point)), sizeof(int32_t));
}

/* For rungs whose threads have one cell each. */
static inline int blocked_accepts(const Point *point, Error *error)
{
    if (point->block != 8 && point->block != 16 && point->block != 32) {
        return error_set(error,
                         "block %zu is not for this variant: use 8, 16 or 32 (each cell of a block has a "
                         "thread, and 64 x 64 threads exceed the 1024 that a thread block can have)",
                         point->block);
    }
    return gpu_accepts_rows(point, COPY_ROWS, error);
}

static inline int blocked_round(const Task *task, const RoundKernels *kernels, int32_t *matrix, size_t pitch,
                                unsigned round, unsigned blocks)
{
    PhaseKernel *pivot = kernels->phases.pivot, *cross = kernels->phases.cross, *rest = kernels->phases.rest;
    size_t block = task->point->block;
    double relaxations = (double)block * (double)block * (double)block; /* of one block */
    double others = blocks - 1;

    LaunchShape shape = {.grid = {1, 1, 1},
                         .block = {kernels->threads, kernels->threads, 1},
                         .operations = relaxations,
                         .global_accesses = kernels->pivot_accesses};
    if (GPU_LAUNCH(task, shape, pivot, matrix, pitch, round) != 0) {
        return -1;
    }
    if (blocks == 1) {
        return 0;
    }
    shape.grid[0] = blocks - 1;
    shape.grid[1] = 2;
    shape.operations = 2 * others * relaxations;
    shape.global_accesses = 2 * others * kernels->cross_accesses;
    if (GPU_LAUNCH(task, shape, cross, matrix, pitch, round) != 0) {
        return -1;
    }
    shape.grid[1] = blocks - 1;
    shape.operations = others * others * relaxations;
    shape.global_accesses = others * others * kernels->rest_accesses;
    return GPU_LAUNCH(task, shape, rest, matrix, pitch, round);
}

/* The whole closure: pad, n / block rounds of three launches, and back. */
static inline int blocked_run(const Task *task, const RoundKernels *kernels)
{
    size_t n = task->point->n, side = blocked_side(task->point), pitch = blocked_pitch(task->point);
    unsigned blocks = (unsigned)(side / task->point->block);
    int32_t *distance = (int32_t *)task->out, *matrix = (int32_t *)task->workspace;

    LaunchShape shape = {.grid = {gpu_blocks(side, COPY_COLUMNS), gpu_blocks(side, COPY_ROWS), 1},
                         .block = {COPY_COLUMNS, COPY_ROWS, 1},
                         .global_accesses = (double)n * n + (double)side * side};
    if (GPU_LAUNCH(task, shape, pad, distance, n, matrix, pitch, side) != 0) {
        return -1;
    }
    for (unsigned round = 0; round < blocks; round++) {
        if (blocked_round(task, kernels, matrix, pitch, round, blocks) != 0) {
            return -1;
        }
    }
    shape.global_accesses = 2.0 * n * n;
    return GPU_LAUNCH(task, shape, unpad, matrix, pitch, distance, n);
}

/* Of kernels for blocks of 8, 16, 32 and so on, those for the point's. */
static inline PhaseKernels kernels_for_block(const Task *task, const PhaseKernels *of_block)
{
    unsigned i = 0;
    while ((size_t)8 << i < task->point->block) {
        i++;
    }
    return of_block[i];
}

/* The closure where every step reads global memory. In the third phase no other thread writes a thread's
 * cell, and the compiler keeps it in a register. */
static inline int blocked_run_global(const Task *task, PhaseKernels phases)
{
    const unsigned block = (unsigned)task->point->block;
    const double cells = (double)block * block, steps = cells * block;
    const RoundKernels kernels = {phases, block, 3 * steps, 3 * steps, 2 * steps + cells};
    return blocked_run(task, &kernels);
}

/* The closure where a thread has a square of `side` x `side` cells: each operand is read once, and the cell
 * is read (in the third phase) and written. */
static inline int blocked_run_shared(const Task *task, PhaseKernels phases, unsigned side)
{
    const unsigned block = (unsigned)task->point->block;
    const double cells = (double)block * block;
    const RoundKernels kernels = {phases, block / side, 2 * cells, 3 * cells, 4 * cells};
    return blocked_run(task, &kernels);
}
