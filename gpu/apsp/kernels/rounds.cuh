/* The rounds of min_plus.cuh from the host: the padded matrix with its workspaces, and the launches of a
 * round's kernels.
 *
 * A matrix of whole blocks of 128 is updated in place. Any other is copied into one of whole blocks, whose
 * other vertices have no edges: 8 n^2 bytes twice, beside n^3 relaxations. */
#pragma once

#include <cuda_runtime.h>
#include <stdlib.h>

#include "common/gpu.h"
#include "common/size.h"
#include "gpu/apsp/kernels/min_plus.cuh"
#include "gpu/grid.h"
#include "gpu/launch.h"

#define ROUNDS_SOURCE "Volkov and Demmel 2008, Katz and Kider 2008; CUDA C++ Programming Guide"

/* Rounds whose rows and columns are kept: one that is computed, two that are operands, and one between, whose
 * column arrives in parts. */
enum { RING = 4 };

/* A matrix in whole blocks and what belongs to its rounds. Its block rows may be distributed block-cyclically
 * over several GPUs: then each GPU has a padded matrix of its own block rows, one behind the other. */
typedef struct PaddedMatrix {
    size_t n;
    unsigned blocks;                      /* rounds, and block rows of all GPUs */
    unsigned own_blocks, device, devices; /* block rows here; which GPU of how many this is */
    unsigned ring;                        /* rounds whose rows are kept */
    uint32_t *matrix;
    size_t pitch; /* words of a row: whole tiles */
    uint32_t *rows, *columns, *pivot;
    const uint32_t *heaviest; /* see Round */
} PaddedMatrix;

/* A matrix whose rows have a multiple of `tile_words`. */
template <typename Cells> static inline PaddedMatrix padded_of(size_t n, size_t tile_words)
{
    PaddedMatrix padded = {};
    padded.n = n;
    padded.blocks = gpu_blocks(n, PIVOTS);
    padded.own_blocks = padded.blocks;
    padded.devices = 1;
    padded.ring = RING;
    padded.pitch = size_round_up(gpu_blocks(n, Cells::CELLS), tile_words);
    return padded;
}

static inline size_t padded_height(const PaddedMatrix *padded)
{
    return (size_t)padded->own_blocks * PIVOTS;
}

/* Which of the block rows here is the graph's `block`-th, or NO_BLOCK. */
static inline unsigned padded_row(const PaddedMatrix *padded, unsigned block)
{
    return block % padded->devices == padded->device ? block / padded->devices : (unsigned)NO_BLOCK;
}

static inline size_t padded_matrix_bytes(const PaddedMatrix *padded)
{
    return size_mul(size_mul(padded_height(padded), padded->pitch), sizeof(uint32_t));
}

/* Bytes of rows, columns and pivot block: all but the matrix. */
static inline size_t padded_panel_bytes(const PaddedMatrix *padded)
{
    const size_t rows = size_mul((size_t)padded->ring * PIVOTS, padded->pitch),
                 columns = size_mul(RING * PIVOTS, padded_height(padded));
    return size_mul(size_add(size_add(rows, columns), PIVOTS * PIVOTS), sizeof(uint32_t));
}

/* Places the panels in padded_panel_bytes of memory. Returns the memory behind them. */
static inline void *padded_place_panels(PaddedMatrix *padded, void *memory)
{
    padded->rows = (uint32_t *)memory;
    padded->columns = padded->rows + (size_t)padded->ring * PIVOTS * padded->pitch;
    padded->pivot = padded->columns + RING * PIVOTS * padded_height(padded);
    return padded->pivot + PIVOTS * PIVOTS;
}

static inline Round round_of(const PaddedMatrix *padded, unsigned round)
{
    const size_t height = padded_height(padded);
    Round result = {};
    result.matrix = padded->matrix;
    result.pitch = padded->pitch;
    result.row = padded->rows + (size_t)(round % padded->ring) * PIVOTS * padded->pitch;
    result.column = padded->columns + (size_t)(round % RING) * PIVOTS * height;
    result.height = height;
    result.pivot = padded->pivot;
    result.round = round;
    result.depth = (unsigned)size_min(PIVOTS, padded->n - (size_t)round * PIVOTS);
    result.next = NO_BLOCK;
    result.panel_first = NO_BLOCK;
    result.after = NO_BLOCK;
    result.heaviest = padded->heaviest;
    result.own_row = padded_row(padded, round);
    result.next_row = NO_BLOCK;
    return result;
}

/* The same with the block rows and columns of the next `rounds` rounds, one or two, apart, in panels of
 * whole tiles of either kind. */
template <typename Cells>
static inline Round round_ahead_of(const PaddedMatrix *padded, unsigned round, unsigned tile_words,
                                   unsigned rounds)
{
    Round result = round_of(padded, round);
    if (round + 1 < padded->blocks) {
        result.next = round + 1;
        result.next_row = padded_row(padded, result.next);
        result.next_column = padded->columns + (size_t)(result.next % RING) * PIVOTS * padded_height(padded);
        result.panel_words = tile_words > Cells::WORDS ? tile_words : Cells::WORDS;
        result.panel_first = result.next * Cells::WORDS / result.panel_words * result.panel_words;
        result.skipped_words = result.panel_words;
    }
    if (rounds == 2 && round + 2 < padded->blocks) {
        result.after = round + 2;
        if (result.after * Cells::WORDS == result.panel_first + result.panel_words) {
            result.skipped_words += result.panel_words;
        }
    }
    return result;
}

/* ---- launches ---- */

/* The tiles of distances of 32 bits. Wide: two thread blocks of 256 threads on a multiprocessor, 128
 * registers a thread. Narrow: half as wide, for launches that are too small to fill the GPU. */
typedef Tile<Single, 2, 2, 16, 2> WideTile;
typedef Tile<Single, 2, 1, 16, 4> NarrowTile;

/* The cost of across x down tiles. */
template <typename T>
static inline LaunchShape tiles_shape(const Round *round, unsigned across, unsigned down)
{
    const double cells = (double)PIVOTS * T::WORDS * T::Cells::CELLS, tiles = (double)across * down;
    LaunchShape shape = {.grid = {across, down, 1}, .block = {T::THREADS, 1, 1}};
    shape.dynamic_shared_bytes = T::SHARED_BYTES;
    shape.operations = tiles * cells * round->depth;
    shape.global_accesses =
        tiles * (2 * cells + (double)round->depth * (PIVOTS + T::WORDS * T::Cells::CELLS));
    return shape;
}

/* How many of `blocks` block rows here are neither the round's own nor the next one's. */
static inline unsigned other_blocks(const Round *round, unsigned blocks)
{
    return blocks - (round->own_row != NO_BLOCK) - (round->next_row != NO_BLOCK);
}

/* Closes the pivot block, if it is among the `blocks` block rows here, and transposes the block column of
 * all others. */
template <typename Cells, Rows ROWS = ALL_ROWS>
static inline int launch_pivot(const Task *task, Round *round, unsigned blocks)
{
    if (blocks == 0) {
        return 0;
    }
    const double cells = (double)PIVOTS * PIVOTS;
    const unsigned closed = round->own_row != NO_BLOCK, transposed = blocks - closed;
    LaunchShape shape = {.grid = {blocks, 1, 1}, .block = {PIVOT_THREADS, 1, 1}};
    shape.operations = closed * cells * round->depth;
    shape.global_accesses = 4 * closed * cells + 2 * transposed * cells;
    return GPU_LAUNCH(task, shape, pivot<Cells, ROWS>, *round);
}

/* Relaxes the next round's pivot block over this one's pivots, and closes it. */
template <typename Cells, Rows ROWS = ALL_ROWS>
static inline int launch_next_pivot(const Task *task, Round *round, Round *next)
{
    const double cells = (double)PIVOTS * PIVOTS;
    LaunchShape shape = tiles_shape<PivotTile<Cells>>(round, 1, 1);
    shape.operations += cells * next->depth;
    shape.global_accesses += 4 * cells;
    return GPU_LAUNCH(task, shape, next_pivot<Cells, ROWS>, *round, *next);
}

template <typename T, Rows ROWS = ALL_ROWS> static inline int launch_block_row(const Task *task, Round *round)
{
    static_assert(T::Cells::WORDS % T::WORDS == 0, "no tile is part of the pivot block");
    const unsigned tiles = (unsigned)((round->pitch - T::Cells::WORDS) / T::WORDS);
    if (tiles == 0) {
        return 0;
    }
    LaunchShape shape = tiles_shape<T>(round, tiles, 1);
    return GPU_LAUNCH(task, shape, block_row<T, ROWS>, *round);
}

/* Of `blocks` block rows here. */
template <typename T, Rows ROWS = ALL_ROWS>
static inline int launch_next_panel(const Task *task, Round *round, unsigned blocks)
{
    static_assert(T::Cells::WORDS % T::WORDS == 0, "no tile is part of the next round's block column");
    const bool has_row = round->next_row != NO_BLOCK;
    const unsigned across = has_row ? (unsigned)((round->pitch - T::Cells::WORDS) / T::WORDS) : 0,
                   tiles = across + other_blocks(round, blocks) * (round->panel_words / T::WORDS);
    if (tiles == 0) {
        return 0;
    }
    LaunchShape shape = tiles_shape<T>(round, tiles, 1);
    return GPU_LAUNCH(task, shape, next_panel<T, ROWS>, *round);
}

template <typename T> static inline int launch_second_panel(const Task *task, Round *round, unsigned blocks)
{
    const unsigned deep = (round->skipped_words - round->panel_words) / T::WORDS,
                   tiles = (unsigned)((round->pitch - round->panel_words) / T::WORDS) + (blocks - 3) * deep;
    if (round->after == NO_BLOCK || tiles == 0) {
        return 0;
    }
    LaunchShape shape = tiles_shape<T>(round, tiles, 1);
    return GPU_LAUNCH(task, shape, second_panel<T>, *round);
}

/* The block rows from `first` up to `end`. */
template <typename T, Rows ROWS = ALL_ROWS>
static inline int launch_trailing_update(const Task *task, Round *round, unsigned first, unsigned end)
{
    const unsigned own = round->own_row >= first && round->own_row < end,
                   next = round->next_row >= first && round->next_row < end,
                   after = round->after >= first && round->after < end,
                   across = (unsigned)((round->pitch - round->skipped_words) / T::WORDS);
    if (first + own + next + after >= end || across == 0) {
        return 0;
    }
    round->first_row = first;
    LaunchShape shape = tiles_shape<T>(round, across, end - first - own - next - after);
    return GPU_LAUNCH(task, shape, trailing_update<T, ROWS>, *round);
}

/* ---- streams: of recorded launches there are none ---- */

static inline int record(const Task *task, cudaEvent_t event)
{
    return gpu_is_recording() ? 0 : GPU_CHECK(task, cudaEventRecord(event, (cudaStream_t)task->stream));
}

static inline int wait_for(const Task *task, cudaEvent_t event)
{
    return gpu_is_recording() ? 0
                              : GPU_CHECK(task, cudaStreamWaitEvent((cudaStream_t)task->stream, event, 0));
}

/* ---- distances of 32 bits, where the task has them ---- */

static inline PaddedMatrix padded_of_task(size_t n)
{
    return padded_of<Single>(n, PIVOTS);
}

static inline bool padded_is_in_place(const PaddedMatrix *padded)
{
    return padded->n % PIVOTS == 0;
}

static inline size_t padded_task_bytes(const PaddedMatrix *padded)
{
    return size_add(padded_panel_bytes(padded), padded_is_in_place(padded) ? 0 : padded_matrix_bytes(padded));
}

static inline size_t rounds_workspace(const Point *point)
{
    const PaddedMatrix padded = padded_of_task(point->n);
    return padded_task_bytes(&padded);
}

static inline void padded_place_task(PaddedMatrix *padded, const Task *task, void *memory)
{
    void *behind = padded_place_panels(padded, memory);
    padded->matrix = (uint32_t *)(padded_is_in_place(padded) ? task->out : behind);
}

enum { COPY_COLUMNS = 32, COPY_ROWS = 8 }; /* of a thread block of the copies */

static inline int rounds_accepts(const Point *point, Error *error)
{
    return gpu_accepts_rows(point, COPY_ROWS, error);
}

/* Copies `rows` rows of n distances, those of the device-th of `devices` GPUs, to its padded matrix. */
static __global__ void pad(const int32_t *distance, size_t rows, size_t n, uint32_t *matrix, size_t pitch,
                           unsigned device, unsigned devices)
{
    const size_t row = (size_t)blockIdx.y * COPY_ROWS + threadIdx.y;
    const size_t column = (size_t)blockIdx.x * COPY_COLUMNS + threadIdx.x;
    const size_t vertex = (row / PIVOTS * devices + device) * PIVOTS + row % PIVOTS; /* of the row */
    if (column < pitch) {
        uint32_t value = vertex == column ? 0 : (uint32_t)GRAPH_UNREACHABLE;
        if (row < rows && column < n) {
            value = (uint32_t)distance[row * n + column];
        }
        matrix[row * pitch + column] = value;
    }
}

static __global__ void unpad(const uint32_t *matrix, size_t pitch, int32_t *distance, size_t rows, size_t n)
{
    const size_t row = (size_t)blockIdx.y * COPY_ROWS + threadIdx.y;
    const size_t column = (size_t)blockIdx.x * COPY_COLUMNS + threadIdx.x;
    if (row < rows && column < n) {
        distance[row * n + column] = (int32_t)matrix[row * pitch + column];
    }
}

/* To the padded matrix, or from it to the task's distances. */
typedef enum Direction { FILL, RETURN } Direction;

/* Copies the task's `rows` rows of distances, unless its rounds are in place. */
static inline int padded_copy(const Task *task, const PaddedMatrix *matrix, size_t rows, Direction direction)
{
    PaddedMatrix padded = *matrix;
    if (padded_is_in_place(&padded) || padded.own_blocks == 0) {
        return 0;
    }
    const double n = (double)padded.n, pitch = (double)padded.pitch;
    LaunchShape shape = {
        .grid = {gpu_blocks(padded.pitch, COPY_COLUMNS), gpu_blocks(padded_height(&padded), COPY_ROWS), 1},
        .block = {COPY_COLUMNS, COPY_ROWS, 1}};
    shape.global_accesses = n * n + (direction == FILL ? pitch * pitch : n * n);
    return direction == FILL
               ? GPU_LAUNCH(task, shape, pad, task->out, rows, padded.n, padded.matrix, padded.pitch,
                            padded.device, padded.devices)
               : GPU_LAUNCH(task, shape, unpad, padded.matrix, padded.pitch, task->out, rows, padded.n);
}

/* Copies to shared memory bypass the registers from Ampere on only. */
static inline const char *rounds_missing(void)
{
    GpuInfo info;
    Error error;
    if (gpu_info(&info, &error) == 0 && atof(info.compute_capability) < 8.0) {
        return "needs asynchronous copies to shared memory: compute capability 8.0 or later";
    }
    return NULL;
}
