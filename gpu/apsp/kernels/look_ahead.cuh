/* Rounds of which the next begins before this one ends: what gpu/look_ahead and the rungs after it share.
 *
 * The next round can begin once its pivots' block row and column, the strips, have had this one; and its
 * pivot block as soon as that block has. So a round is three sequences:
 *
 *     chain   the next round's pivot block, in this round and closed; then, after the strips, its block row
 *     strips  the rest of that block row, and the block column
 *     rest    all other blocks of this round
 *
 * on streams of their own, of which the chain goes first wherever thread blocks wait for room, then the
 * strips. They meet once a round, by events: strips and rest need the block row of their round, the chain and
 * the strips the rest of the round before. Rows and columns of blocks therefore lie in a ring, where those of
 * one round outlast the making of the next.
 *
 * Far ahead, the block row and column of the round after the next are apart too, second strips: then only
 * they wait for the rest of the round before, and the next round's chain and strips for them.
 *
 * The rest can be in two halves, each on a stream of its own. Then a half waits for its own rows of the round
 * before only: when one of them runs out of thread blocks, those of the other fill the card. */
#ifndef SPEEDUP_GPU_APSP_KERNELS_LOOK_AHEAD_CUH
#define SPEEDUP_GPU_APSP_KERNELS_LOOK_AHEAD_CUH

#include <cuda_runtime.h>
#include <stdlib.h>

#include "gpu/apsp/kernels/rounds.cuh"

enum { MOST_HALVES = 2 };

/* A task's handle: what its rounds need beside its own stream. */
typedef struct LookAhead {
    cudaStream_t chain, panel, beside; /* beside: of the second half of the rest */
    cudaEvent_t row_is_closed;         /* recorded on chain */
    cudaEvent_t panel_is_done;
    cudaEvent_t second_panel_is_done; /* the second strips, on strips */
    cudaEvent_t is_done[MOST_HALVES]; /* on the halves' streams */
} LookAhead;

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
    LookAhead *handle = (LookAhead *)task->handle;
    if (handle == NULL) {
        return;
    }
    look_ahead_empty(handle);
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
    LookAhead *handle = (LookAhead *)calloc(1, sizeof *handle);
    task->handle = handle;
    if (handle == NULL) {
        return error_set(task->error, "no memory for the streams of a task");
    }
    if (look_ahead_fill(task, handle) != 0) {
        look_ahead_close(task);
        return -1;
    }
    return 0;
}

/* ---- one task's streams; in a recorded launch there are none ---- */

/* The task as its launches see it: one for each stream. */
typedef struct Streams {
    Task chain, panel, half[MOST_HALVES];
    const LookAhead *handle;
} Streams;

static inline Streams streams_of(const Task *task)
{
    Streams streams = {
        .chain = *task, .panel = *task, .half = {*task, *task}, .handle = (const LookAhead *)task->handle};
    if (streams.handle != NULL) {
        streams.chain.stream = streams.handle->chain;
        streams.panel.stream = streams.handle->panel;
        streams.half[1].stream = streams.handle->beside;
    }
    return streams;
}

/* What was enqueued so far on the task's own stream comes before all that follows on any. */
static inline int streams_fork(const Streams *streams, unsigned halves)
{
    if (streams->handle == NULL) {
        return 0;
    }
    for (unsigned half = 0; half < halves; half++) {
        if (record(&streams->half[0], streams->handle->is_done[half]) != 0) {
            return -1;
        }
    }
    return halves == 1 ? 0 : wait_for(&streams->half[1], streams->handle->is_done[0]);
}

/* The task's own stream goes on when the others are done: chain and strips are, as the last rest waited for
 * them. */
static inline int streams_join(const Streams *streams, unsigned halves)
{
    return streams->handle == NULL || halves == 1 ? 0
                                                  : wait_for(&streams->half[0], streams->handle->is_done[1]);
}

/* `task`, of chain or strips, waits for the rest of the round before. */
static inline int wait_for_trailing_update(const Streams *streams, const Task *task, unsigned halves)
{
    for (unsigned half = 0; streams->handle != NULL && half < halves; half++) {
        if (wait_for(task, streams->handle->is_done[half]) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Strips and rest wait for the block row of their round. */
static inline int wait_for_row(const Streams *streams, unsigned halves)
{
    if (streams->handle == NULL) {
        return 0;
    }
    for (unsigned half = 0; half < halves; half++) {
        if (wait_for(&streams->half[half], streams->handle->row_is_closed) != 0) {
            return -1;
        }
    }
    return wait_for(&streams->panel, streams->handle->row_is_closed);
}

/* ---- the rounds ---- */

/* `Plan` names the tiles of both kinds, TrailingTile and AheadTile, into how many HALVES the rest is cut, and
 * of how many rounds the strips go AHEAD of it. The tiles ahead are half as wide as a block: they are few,
 * and others wait for them. */

/* The block row of a round, and then whoever waits for it. */
template <typename Plan> static inline int close_row(const Streams *streams, Round *round)
{
    if (launch_block_row<typename Plan::AheadTile>(&streams->chain, round) != 0) {
        return -1;
    }
    return streams->handle == NULL ? 0 : record(&streams->chain, streams->handle->row_is_closed);
}

template <typename Plan> static inline Round planned_round(const PaddedMatrix *padded, unsigned round)
{
    return round_ahead_of<typename Plan::TrailingTile::Cells>(padded, round, Plan::TrailingTile::WORDS,
                                                              Plan::AHEAD);
}

template <typename Plan, Rows ROWS = ALL_ROWS>
static inline int look_ahead_next_panel(const Streams *streams, const PaddedMatrix *padded, Round *round)
{
    if (launch_next_panel<typename Plan::AheadTile, ROWS>(&streams->panel, round, padded->own_blocks) != 0) {
        return -1;
    }
    return streams->handle == NULL ? 0 : record(&streams->panel, streams->handle->panel_is_done);
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
            (streams->handle != NULL && record(task, streams->handle->is_done[half]) != 0)) {
            return -1;
        }
    }
    return 0;
}

/* The chain and the strips of a round, up to where the next block row can be closed. Far ahead, only the
 * second strips wait for the rest of the round before, and the next round's chain and strips for them. */
template <typename Plan>
static inline int look_ahead_begin(const Streams *streams, const PaddedMatrix *padded, Round *round,
                                   Round *next)
{
    const bool is_far = Plan::AHEAD == 2 && round->round > 0;
    if (is_far && streams->handle != NULL &&
        wait_for(&streams->chain, streams->handle->second_panel_is_done) != 0) {
        return -1;
    }
    if (!is_far && (wait_for_trailing_update(streams, &streams->chain, Plan::HALVES) != 0 ||
                    wait_for_trailing_update(streams, &streams->panel, Plan::HALVES) != 0)) {
        return -1;
    }
    if (launch_next_pivot<typename Plan::AheadTile::Cells>(&streams->chain, round, next) != 0 ||
        look_ahead_next_panel<Plan>(streams, padded, round) != 0) {
        return -1;
    }
    if (Plan::AHEAD == 1) {
        return 0;
    }
    if ((is_far && wait_for_trailing_update(streams, &streams->panel, Plan::HALVES) != 0) ||
        launch_second_panel<typename Plan::AheadTile>(&streams->panel, round, padded->blocks) != 0) {
        return -1;
    }
    return streams->handle == NULL ? 0 : record(&streams->panel, streams->handle->second_panel_is_done);
}

/* Whoever waits for an event does so before the next round records it again. What comes first is enqueued
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
        look_ahead_trailing_update<Plan>(streams, padded, &round) != 0) {
        return -1;
    }
    if (streams->handle != NULL && wait_for(&streams->chain, streams->handle->panel_is_done) != 0) {
        return -1;
    }
    return close_row<Plan>(streams, &next);
}

/* All rounds, on a padded matrix that the task's stream fills before. */
template <typename Plan> static inline int look_ahead_rounds(const Task *task, const PaddedMatrix *padded)
{
    const Streams streams = streams_of(task);
    Round first = planned_round<Plan>(padded, 0);
    if (streams_fork(&streams, Plan::HALVES) != 0 ||
        wait_for_trailing_update(&streams, &streams.chain, Plan::HALVES) != 0 ||
        launch_pivot<typename Plan::AheadTile::Cells>(&streams.chain, &first, padded->blocks) != 0 ||
        close_row<Plan>(&streams, &first) != 0) {
        return -1;
    }
    for (unsigned round = 0; round < padded->blocks; round++) {
        if (look_ahead_round<Plan>(&streams, padded, round) != 0) {
            return -1;
        }
    }
    return streams_join(&streams, Plan::HALVES);
}

/* Asks for one division of a multiprocessor's memory for all kernels of the rounds, whose thread blocks lie
 * beside each other there: `percent` of what can be shared memory is, and the rest is first-level cache. Else
 * the driver divides for each kernel as if it were alone. */
template <typename Plan> static inline int look_ahead_divide(const Task *task, int percent)
{
    typedef typename Plan::AheadTile Ahead;
    for (const void *kernel :
         {(const void *)trailing_update<typename Plan::TrailingTile, ALL_ROWS>,
          (const void *)next_panel<Ahead, ALL_ROWS>, (const void *)second_panel<Ahead>,
          (const void *)block_row<Ahead, ALL_ROWS>, (const void *)next_pivot<typename Ahead::Cells, ALL_ROWS>,
          (const void *)pivot<typename Ahead::Cells, ALL_ROWS>}) {
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
    if (padded_fill(task, &padded) != 0 || look_ahead_rounds<Plan>(task, &padded) != 0) {
        return -1;
    }
    return padded_return(task, &padded);
}

#endif
