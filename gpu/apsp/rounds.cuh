/* The rounds of min_plus.cuh from the host: where everything lies, and how a kernel of a round is launched.
 *
 * A matrix of whole blocks of 128 is worked on where it is. Any other is copied into one that is made of
 * whole blocks, as blocked.cuh has it: 8 n^2 bytes twice, beside n^3 relaxations. */
#ifndef SPEEDUP_GPU_APSP_ROUNDS_CUH
#define SPEEDUP_GPU_APSP_ROUNDS_CUH

#include <cuda_runtime.h>
#include <stdlib.h>

#include "common/gpu.h"
#include "common/size.h"
#include "gpu/apsp/blocked.cuh"
#include "gpu/apsp/min_plus.cuh"
#include "gpu/grid.h"
#include "gpu/launch.h"

#define ROUNDS_SOURCE "Volkov and Demmel 2008, Katz and Kider 2008; CUDA C++ Programming Guide"

/* So many rounds' rows and columns are kept: of one that is computed, of two that are computed with, and of
 * one between, whose column comes in parts. */
enum { RING = 4 };

/* A matrix in whole blocks and what belongs to its rounds. Its block rows may be dealt among several GPUs, in
 * turns: then there is a ground on each, with those that this one has, one behind the other. */
typedef struct Ground {
    size_t n;
    unsigned blocks;                      /* rounds, and block rows of all GPUs */
    unsigned own_blocks, device, devices; /* block rows here; which GPU of how many this is */
    unsigned ring;                        /* rounds whose rows are kept */
    uint32_t *matrix;
    size_t pitch; /* words of a row: whole tiles */
    uint32_t *rows, *columns, *pivot;
    const uint32_t *heaviest; /* see Round */
} Ground;

/* A matrix whose rows have a multiple of `tile_words`. */
template <typename Cells> static inline Ground ground_of(size_t n, size_t tile_words)
{
    Ground ground = {};
    ground.n = n;
    ground.blocks = gpu_blocks(n, PIVOTS);
    ground.own_blocks = ground.blocks;
    ground.devices = 1;
    ground.ring = RING;
    ground.pitch = size_round_up(gpu_blocks(n, Cells::CELLS), tile_words);
    return ground;
}

static inline size_t ground_height(const Ground *ground)
{
    return (size_t)ground->own_blocks * PIVOTS;
}

/* Which of the block rows here is the graph's `block`-th, or NO_BLOCK. */
static inline unsigned ground_row(const Ground *ground, unsigned block)
{
    return block % ground->devices == ground->device ? block / ground->devices : (unsigned)NO_BLOCK;
}

static inline size_t ground_matrix_bytes(const Ground *ground)
{
    return size_mul(size_mul(ground_height(ground), ground->pitch), sizeof(uint32_t));
}

/* Of all but the matrix. */
static inline size_t ground_panel_bytes(const Ground *ground)
{
    const size_t rows = size_mul((size_t)ground->ring * PIVOTS, ground->pitch),
                 columns = size_mul(RING * PIVOTS, ground_height(ground));
    return size_mul(size_add(size_add(rows, columns), PIVOTS * PIVOTS), sizeof(uint32_t));
}

/* Gives it memory: ground_panel_bytes of it. Returns what lies behind. */
static inline void *ground_place_panels(Ground *ground, void *memory)
{
    ground->rows = (uint32_t *)memory;
    ground->columns = ground->rows + (size_t)ground->ring * PIVOTS * ground->pitch;
    ground->pivot = ground->columns + RING * PIVOTS * ground_height(ground);
    return ground->pivot + PIVOTS * PIVOTS;
}

template <typename Cells> static inline Round round_of(const Ground *ground, unsigned round)
{
    const size_t height = ground_height(ground);
    Round result = {};
    result.matrix = ground->matrix;
    result.pitch = ground->pitch;
    result.row = ground->rows + (size_t)(round % ground->ring) * PIVOTS * ground->pitch;
    result.column = ground->columns + (size_t)(round % RING) * PIVOTS * height;
    result.height = height;
    result.pivot = ground->pivot;
    result.round = round;
    result.depth = (unsigned)size_min(PIVOTS, ground->n - (size_t)round * PIVOTS);
    result.next = NO_BLOCK;
    result.strip_first = NO_BLOCK;
    result.after = NO_BLOCK;
    result.heaviest = ground->heaviest;
    result.own_row = ground_row(ground, round);
    result.next_row = NO_BLOCK;
    return result;
}

/* The same with the block rows and columns of the next `rounds` rounds, one or two, apart, in strips of whole
 * tiles of either kind. */
template <typename Cells>
static inline Round round_ahead_of(const Ground *ground, unsigned round, unsigned tile_words, unsigned rounds)
{
    Round result = round_of<Cells>(ground, round);
    if (round + 1 < ground->blocks) {
        result.next = round + 1;
        result.next_row = ground_row(ground, result.next);
        result.next_column = ground->columns + (size_t)(result.next % RING) * PIVOTS * ground_height(ground);
        result.strip_words = tile_words > Cells::WORDS ? tile_words : Cells::WORDS;
        result.strip_first = result.next * Cells::WORDS / result.strip_words * result.strip_words;
        result.skipped_words = result.strip_words;
    }
    if (rounds == 2 && round + 2 < ground->blocks) {
        result.after = round + 2;
        if (result.after * Cells::WORDS == result.strip_first + result.strip_words) {
            result.skipped_words += result.strip_words;
        }
    }
    return result;
}

/* ---- launches ---- */

/* What `tiles` tiles cost. */
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

/* Closes the pivot block, if it is among the `blocks` block rows here, and turns the block column of all
 * others. */
template <typename Cells, Rows ROWS = ALL_ROWS>
static inline int launch_pivot(const Task *task, Round *round, unsigned blocks)
{
    if (blocks == 0) {
        return 0;
    }
    const double cells = (double)PIVOTS * PIVOTS;
    const unsigned closed = round->own_row != NO_BLOCK, turned = blocks - closed;
    LaunchShape shape = {.grid = {blocks, 1, 1}, .block = {PIVOT_THREADS, 1, 1}};
    shape.operations = closed * cells * round->depth;
    shape.global_accesses = 4 * closed * cells + 2 * turned * cells;
    void *arguments[] = {round};
    return GPU_LAUNCH(task, (pivot<Cells, ROWS>), &shape, arguments);
}

/* Relaxes the next round's pivot block over this one's pivots, and closes it. */
template <typename Cells, Rows ROWS = ALL_ROWS>
static inline int launch_next_pivot(const Task *task, Round *round, Round *next)
{
    const double cells = (double)PIVOTS * PIVOTS;
    LaunchShape shape = tiles_shape<PivotTile<Cells>>(round, 1, 1);
    shape.operations += cells * next->depth;
    shape.global_accesses += 4 * cells;
    void *arguments[] = {round, next};
    return GPU_LAUNCH(task, (next_pivot<Cells, ROWS>), &shape, arguments);
}

template <typename T, Rows ROWS = ALL_ROWS> static inline int launch_panel(const Task *task, Round *round)
{
    static_assert(T::Cells::WORDS % T::WORDS == 0, "no tile is part of the pivot block");
    const unsigned closed = round->round == NO_BLOCK ? 0 : (unsigned)T::Cells::WORDS,
                   tiles = (unsigned)((round->pitch - closed) / T::WORDS);
    if (tiles == 0) {
        return 0;
    }
    LaunchShape shape = tiles_shape<T>(round, tiles, 1);
    void *arguments[] = {round};
    return GPU_LAUNCH(task, (panel<T, ROWS>), &shape, arguments);
}

/* Of `blocks` block rows here. */
template <typename T, Rows ROWS = ALL_ROWS>
static inline int launch_strips(const Task *task, Round *round, unsigned blocks)
{
    static_assert(T::Cells::WORDS % T::WORDS == 0, "no tile is part of the next round's block column");
    const bool has_row = round->next_row != NO_BLOCK;
    const unsigned across = has_row ? (unsigned)((round->pitch - T::Cells::WORDS) / T::WORDS) : 0,
                   tiles = across + other_blocks(round, blocks) * (round->strip_words / T::WORDS);
    if (tiles == 0) {
        return 0;
    }
    LaunchShape shape = tiles_shape<T>(round, tiles, 1);
    void *arguments[] = {round};
    return GPU_LAUNCH(task, (strips<T, ROWS>), &shape, arguments);
}

template <typename T> static inline int launch_second_strips(const Task *task, Round *round, unsigned blocks)
{
    const unsigned deep = (round->skipped_words - round->strip_words) / T::WORDS,
                   tiles = (unsigned)((round->pitch - round->strip_words) / T::WORDS) + (blocks - 3) * deep;
    if (round->after == NO_BLOCK || tiles == 0) {
        return 0;
    }
    LaunchShape shape = tiles_shape<T>(round, tiles, 1);
    void *arguments[] = {round};
    return GPU_LAUNCH(task, second_strips<T>, &shape, arguments);
}

/* The block rows from `first` up to `end`. */
template <typename T, Rows ROWS = ALL_ROWS>
static inline int launch_rest(const Task *task, Round *round, unsigned first, unsigned end)
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
    void *arguments[] = {round};
    return GPU_LAUNCH(task, (rest<T, ROWS>), &shape, arguments);
}

/* ---- streams ---- */

static inline int record(const Task *task, cudaEvent_t event)
{
    return GPU_CHECK(task, cudaEventRecord(event, (cudaStream_t)task->stream));
}

static inline int wait_for(const Task *task, cudaEvent_t event)
{
    return GPU_CHECK(task, cudaStreamWaitEvent((cudaStream_t)task->stream, event, 0));
}

/* ---- distances of 32 bits, where the task has them ---- */

static inline Ground ground_of_task(size_t n)
{
    return ground_of<Single>(n, PIVOTS);
}

static inline bool ground_is_in_place(const Ground *ground)
{
    return ground->n % PIVOTS == 0;
}

static inline size_t ground_task_bytes(const Ground *ground)
{
    return size_add(ground_panel_bytes(ground), ground_is_in_place(ground) ? 0 : ground_matrix_bytes(ground));
}

static inline size_t rounds_workspace(const Point *point)
{
    const Ground ground = ground_of_task(point->n);
    return ground_task_bytes(&ground);
}

static inline void ground_place_task(Ground *ground, const Task *task, void *memory)
{
    void *behind = ground_place_panels(ground, memory);
    ground->matrix = (uint32_t *)(ground_is_in_place(ground) ? task->out : behind);
}

static inline LaunchShape copy_shape(const Ground *ground)
{
    LaunchShape shape = {
        .grid = {gpu_blocks(ground->pitch, COPY_COLUMNS), gpu_blocks(ground_height(ground), COPY_ROWS), 1},
        .block = {COPY_COLUMNS, COPY_ROWS, 1}};
    shape.global_accesses = (double)ground->n * ground->n + (double)ground->pitch * ground->pitch;
    return shape;
}

/* Copies the task's distances to where the rounds are, if that is elsewhere, and back. */
static inline int ground_fill(const Task *task, Ground *ground)
{
    if (ground_is_in_place(ground)) {
        return 0;
    }
    LaunchShape shape = copy_shape(ground);
    const void *distance = task->out;
    void *arguments[] = {&distance, &ground->n, &ground->matrix, &ground->pitch, &ground->pitch};
    return GPU_LAUNCH(task, pad, &shape, arguments);
}

static inline int ground_return(const Task *task, Ground *ground)
{
    if (ground_is_in_place(ground)) {
        return 0;
    }
    LaunchShape shape = copy_shape(ground);
    shape.global_accesses = 2.0 * ground->n * ground->n;
    void *distance = task->out;
    void *arguments[] = {&ground->matrix, &ground->pitch, &distance, &ground->n};
    return GPU_LAUNCH(task, unpad, &shape, arguments);
}

static inline int rounds_accept(const Point *point, Error *error)
{
    const size_t most = (size_t)GPU_MAX_BLOCKS_Y * COPY_ROWS;
    if (point->n > most) {
        return error_set(error,
                         "size %zu is not for this variant: use at most %zu (a launch has at most %u rows of "
                         "thread blocks)",
                         point->n, most, GPU_MAX_BLOCKS_Y);
    }
    return 0;
}

/* Shared memory is filled past the registers only from Ampere on; before, the kernels would be others. */
static inline const char *rounds_missing(void)
{
    GpuInfo info;
    Error error;
    if (gpu_info(&info, &error) == 0 && atof(info.compute_capability) < 8.0) {
        return "needs asynchronous copies to shared memory: compute capability 8.0 or later";
    }
    return NULL;
}

#endif
