/* Rounds with look-ahead: the next round begins before this one ends, for gpu/look_ahead and the rungs
 * after it.
 *
 * The next round can begin once this round has updated its panel, the pivots' block row and column; its
 * pivot block can begin as soon as that block is updated. So a round is three sequences on streams of
 * their own:
 *
 *     chain   the next round's pivot block, updated by this round and closed; after the panel, its block row
 *     panel   the other blocks of that block row, and the block column
 *     halves  the trailing update: all other blocks of this round
 *
 * Where thread blocks wait for room the chain has the highest priority, then the panel. The streams meet
 * once a round, by events: panel and trailing update need the block row of their round, chain and panel
 * the trailing update of the round before. Rows and columns of blocks are therefore in a ring, where those
 * of one round outlast the computation of the next.
 *
 * Two rounds ahead, the block row and column of the round after the next, the second panel, are apart too.
 * Then only they wait for the trailing update of the round before, and the next round's chain and panel
 * for them.
 *
 * The trailing update can be in two halves, each on a stream of its own. A half then waits for its own
 * rows of the round before only: when one half runs out of thread blocks, those of the other fill the GPU.
 *
 * Events, and the streams that record and wait for them:
 *
 *             row_is_closed   panel_is_done   second_panel_is_done           is_done[h]
 *     chain   records         waits           waits, two rounds ahead        waits, one round ahead
 *     panel   waits           records         records                        waits
 *     halves  wait                                                           half h records */
#pragma once

#include <cuda_runtime.h>
#include <stdlib.h>

#include "gpu/apsp/kernels/rounds.cuh"
#include "gpu/parts.h"

enum { MOST_HALVES = 2 };

/* The streams and events of one GPU, beside the task's own stream. */
typedef struct LookAhead {
    cudaStream_t chain, panel, beside;               /* beside: of the second half of the trailing update */
    cudaEvent_t row_is_closed;                       /* recorded on chain */
    cudaEvent_t panel_is_done, second_panel_is_done; /* recorded on panel */
    cudaEvent_t is_done[MOST_HALVES];                /* of the halves, recorded on their streams */
} LookAhead;

/* A task's handle: those of each GPU of this process. */
typedef struct AheadHandle {
    LookAhead gpus[MOST_DEVICES];
    void *extra; /* the variant's: communicators of gpu/nccl_ahead, graphs of gpu/graph_ahead */
} AheadHandle;

static inline void look_ahead_empty(const LookAhead *handle)
{
    for (cudaStream_t stream : {handle->chain, handle->panel, handle->beside}) {
        if (stream != NULL) {
            (void)cudaStreamDestroy(stream);
        }
    }
    for (cudaEvent_t event : {handle->row_is_closed, handle->panel_is_done, handle->second_panel_is_done,
                              handle->is_done[0], handle->is_done[1]}) {
        if (event != NULL) {
            (void)cudaEventDestroy(event);
        }
    }
}

static inline void look_ahead_close(Task *task)
{
    AheadHandle *handle = (AheadHandle *)task->handle;
    for (unsigned d = 0; handle != NULL && d < part_own(task->point); d++) {
        look_ahead_empty(&handle->gpus[d]);
    }
    free(handle);
    task->handle = NULL;
}

/* On the device that is the current one. Of priorities the lower goes first. */
static inline int look_ahead_fill(const Task *task, LookAhead *handle)
{
    int least, greatest;
    if (GPU_CHECK(task, cudaDeviceGetStreamPriorityRange(&least, &greatest)) != 0) {
        return -1;
    }
    const int second = greatest + 1 < least ? greatest + 1 : greatest;
    if (GPU_CHECK(task, cudaStreamCreateWithPriority(&handle->chain, cudaStreamNonBlocking, greatest)) != 0 ||
        GPU_CHECK(task, cudaStreamCreateWithPriority(&handle->panel, cudaStreamNonBlocking, second)) != 0 ||
        GPU_CHECK(task, cudaStreamCreateWithFlags(&handle->beside, cudaStreamNonBlocking)) != 0) {
        return -1;
    }
    for (cudaEvent_t *event : {&handle->row_is_closed, &handle->panel_is_done, &handle->second_panel_is_done,
                               &handle->is_done[0], &handle->is_done[1]}) {
        if (GPU_CHECK(task, cudaEventCreateWithFlags(event, cudaEventDisableTiming)) != 0) {
            return -1;
        }
    }
    return 0;
}

static inline int look_ahead_open(Task *task)
{
    AheadHandle *handle = (AheadHandle *)calloc(1, sizeof *handle);
    task->handle = handle;
    if (handle == NULL) {
        return error_set(task->error, "no memory for the streams of a task");
    }
    for (unsigned d = 0; d < part_own(task->point); d++) {
        if (part_enter(task, d) != 0 || look_ahead_fill(task, &handle->gpus[d]) != 0) {
            look_ahead_close(task);
            return -1;
        }
    }
    return 0;
}

/* ---- the streams of one GPU ---- */

/* The task as its launches see it: one for each stream. In a recorded launch all are the task. */
typedef struct Streams {
    Task chain, panel, half[MOST_HALVES];
    LookAhead events;
} Streams;

/* Of the task's part on GPU d. */
static inline Streams streams_of(const Task *part, unsigned d)
{
    Streams streams = {.chain = *part, .panel = *part, .half = {*part, *part}};
    if (part->handle != NULL) {
        const LookAhead *gpu = &((const AheadHandle *)part->handle)->gpus[d];
        streams.events = *gpu;
        streams.chain.stream = gpu->chain;
        streams.panel.stream = gpu->panel;
        streams.half[1].stream = gpu->beside;
    }
    return streams;
}

/* All streams wait for what is enqueued so far on the task's own. */
static inline int streams_fork(const Streams *streams, unsigned halves)
{
    for (unsigned half = 0; half < halves; half++) {
        if (record(&streams->half[0], streams->events.is_done[half]) != 0) {
            return -1;
        }
    }
    return halves == 1 ? 0 : wait_for(&streams->half[1], streams->events.is_done[0]);
}

/* The task's own stream waits for all others: the last trailing update has waited for chain and panel. */
static inline int streams_join(const Streams *streams, unsigned halves)
{
    return halves == 1 ? 0 : wait_for(&streams->half[0], streams->events.is_done[1]);
}

/* `task`, of chain or panel, waits for the trailing update of the round before. */
static inline int wait_for_trailing_update(const Streams *streams, const Task *task, unsigned halves)
{
    for (unsigned half = 0; half < halves; half++) {
        if (wait_for(task, streams->events.is_done[half]) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The trailing update waits for the block row of its round. */
static inline int wait_for_row(const Streams *streams, unsigned halves)
{
    for (unsigned half = 0; half < halves; half++) {
        if (wait_for(&streams->half[half], streams->events.row_is_closed) != 0) {
            return -1;
        }
    }
    return 0;
}

/* ---- the rounds ---- */

/* The tiles of the trailing update and of all that goes ahead of it, into how many HALVES the trailing update
 * is cut, and of how many rounds the panels go AHEAD of it. The tiles ahead are half as wide as a block: they
 * are few, and other launches wait for them. */
template <typename TrailingTile_, typename AheadTile_, unsigned HALVES_, unsigned AHEAD_> struct RoundPlan {
    typedef TrailingTile_ TrailingTile;
    typedef AheadTile_ AheadTile;
    typedef typename AheadTile::Cells Cells;
    enum : unsigned { HALVES = HALVES_, AHEAD = AHEAD_ };
};
typedef RoundPlan<WideTile, NarrowTile, 1, 1> LookAheadPlan;

template <typename Plan> static inline Round planned_round(const PaddedMatrix *padded, unsigned round)
{
    return round_ahead_of<typename Plan::Cells>(padded, round, Plan::TrailingTile::WORDS, Plan::AHEAD);
}

template <typename Plan> static inline int close_row(const Streams *streams, Round *round)
{
    return launch_block_row<typename Plan::AheadTile>(&streams->chain, round) != 0
               ? -1
               : record(&streams->chain, streams->events.row_is_closed);
}

template <typename Plan, Rows ROWS = ALL_ROWS>
static inline int look_ahead_trailing_update(const Streams *streams, const PaddedMatrix *padded, Round *round)
{
    const unsigned blocks = padded->own_blocks,
                   edges[] = {0, Plan::HALVES == 1 ? blocks : blocks / 2, blocks};
    for (unsigned half = 0; half < Plan::HALVES; half++) {
        const Task *task = &streams->half[half];
        if (launch_trailing_update<typename Plan::TrailingTile, ROWS>(task, round, edges[half],
                                                                      edges[half + 1]) != 0 ||
            record(task, streams->events.is_done[half]) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The first round's pivot block and block column, after what is enqueued on the task's stream. */
template <typename Plan, Rows ROWS = ALL_ROWS>
static inline int look_ahead_first(const Streams *streams, const PaddedMatrix *padded, Round *first)
{
    return streams_fork(streams, Plan::HALVES) != 0 ||
                   wait_for_trailing_update(streams, &streams->chain, Plan::HALVES) != 0
               ? -1
               : launch_pivot<typename Plan::Cells, ROWS>(&streams->chain, first, padded->own_blocks);
}

/* The chain and the panel of a round, up to where the next block row can be closed. Two rounds ahead, only
 * the second panel waits for the trailing update of the round before, and the next round's chain and panel
 * for the second panel. */
template <typename Plan, Rows ROWS = ALL_ROWS>
static inline int look_ahead_begin(const Streams *streams, const PaddedMatrix *padded, Round *round,
                                   Round *next)
{
    const Task *chain = &streams->chain, *panel = &streams->panel;
    const bool is_far = Plan::AHEAD == 2 && round->round > 0;
    if ((is_far ? wait_for(chain, streams->events.second_panel_is_done)
                : wait_for_trailing_update(streams, chain, Plan::HALVES)) != 0 ||
        launch_next_pivot<typename Plan::Cells, ROWS>(chain, round, next) != 0 ||
        wait_for(panel, streams->events.row_is_closed) != 0 ||
        (!is_far && wait_for_trailing_update(streams, panel, Plan::HALVES) != 0) ||
        launch_next_panel<typename Plan::AheadTile, ROWS>(panel, round, padded->own_blocks) != 0 ||
        record(panel, streams->events.panel_is_done) != 0) {
        return -1;
    }
    if (Plan::AHEAD == 1) {
        return 0;
    }
    return (is_far && wait_for_trailing_update(streams, panel, Plan::HALVES) != 0) ||
                   launch_second_panel<typename Plan::AheadTile>(panel, round, padded->blocks) != 0
               ? -1
               : record(panel, streams->events.second_panel_is_done);
}

/* Every stream waits for an event before the next round records it again. What is needed first is enqueued
 * first. */
template <typename Plan>
static inline int look_ahead_round(const Streams *streams, const PaddedMatrix *padded, unsigned number)
{
    Round round = planned_round<Plan>(padded, number);
    if (wait_for_row(streams, Plan::HALVES) != 0) {
        return -1;
    }
    if (round.next == NO_BLOCK) {
        return look_ahead_trailing_update<Plan>(streams, padded, &round);
    }
    Round next = planned_round<Plan>(padded, round.next);
    if (look_ahead_begin<Plan>(streams, padded, &round, &next) != 0 ||
        look_ahead_trailing_update<Plan>(streams, padded, &round) != 0 ||
        wait_for(&streams->chain, streams->events.panel_is_done) != 0) {
        return -1;
    }
    return close_row<Plan>(streams, &next);
}

/* All rounds, on a padded matrix that the task's stream fills before. */
template <typename Plan> static inline int look_ahead_rounds(const Task *task, const PaddedMatrix *padded)
{
    const Streams streams = streams_of(task, 0);
    Round first = planned_round<Plan>(padded, 0);
    if (look_ahead_first<Plan>(&streams, padded, &first) != 0 || close_row<Plan>(&streams, &first) != 0) {
        return -1;
    }
    for (unsigned round = 0; round < padded->blocks; round++) {
        if (look_ahead_round<Plan>(&streams, padded, round) != 0) {
            return -1;
        }
    }
    return streams_join(&streams, Plan::HALVES);
}

/* Sets the same share of shared memory, `percent` of what a multiprocessor divides between it and the
 * first-level cache, for all kernels of the rounds, as their thread blocks are resident beside each other.
 * Otherwise the driver chooses for each kernel as if it ran alone. */
template <typename Plan> static inline int look_ahead_divide(const Task *task, int percent)
{
    typedef typename Plan::AheadTile Ahead;
    typedef typename Plan::Cells Cells;
    for (const void *kernel :
         {(const void *)trailing_update<typename Plan::TrailingTile, ALL_ROWS>,
          (const void *)next_panel<Ahead, ALL_ROWS>, (const void *)second_panel<Ahead>,
          (const void *)block_row<Ahead, ALL_ROWS>, (const void *)next_pivot<Cells, ALL_ROWS>,
          (const void *)pivot<Cells, ALL_ROWS>}) {
        if (GPU_CHECK(task, cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                                 percent)) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The whole closure of distances of 32 bits. */
template <typename Plan> static inline int look_ahead_run(const Task *task)
{
    PaddedMatrix padded = padded_of_task(task->point->n);
    padded_place_task(&padded, task, task->workspace);
    return padded_copy(task, &padded, padded.n, FILL) != 0 || look_ahead_rounds<Plan>(task, &padded) != 0
               ? -1
               : padded_copy(task, &padded, padded.n, RETURN);
}

/* ---- gpu/overlapped_phases, which the rungs for several GPUs are on one ---- */

typedef RoundPlan<WideTile, NarrowTile, 2, 2> OverlappedPhasesPlan;
typedef RoundPlan<NarrowTile, NarrowTile, 1, 1> SmallGraphPlan;

enum { HALVED_FROM = 3000 }; /* vertices */

/* A template: a rung that does not call it does not compile its kernels. */
template <typename Small = SmallGraphPlan, typename Large = OverlappedPhasesPlan>
static inline int overlapped_phases_run(const Task *task)
{
    return task->point->n < HALVED_FROM ? look_ahead_run<Small>(task) : look_ahead_run<Large>(task);
}
