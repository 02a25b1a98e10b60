/* Rounds on block-cyclic rows with look-ahead, for gpu/nccl_ahead and gpu/peer_ahead.
 *
 * Every GPU has the streams of look_ahead.cuh, and in a round
 *
 *     chain   the next round's owner: the next pivot block, and after the strips its block row
 *             all others: the strips, which are of the next block column only
 *             then on all: the next block row comes
 *     strips  the next owner: its block row, and the block column
 *     rest    all other blocks of this round
 *
 * so that a row is computed and sent while all GPUs work on the rest. When it has come, the chain records it:
 * then a GPU has all that the next round needs, as the strips are on the chain or it has waited for them.
 *
 * A place in the ring of block rows is written on the chain. What read it on the same GPU was the rest of
 * three rounds before, at least; the chain has been behind the strips of the last round, and they were behind
 * the rest of the one before that. block_cyclic.cuh says why no other GPU reads it any more.
 *
 * The host enqueues all of this, at n 8192 hardly faster than four GPUs compute it: so what a stream's order
 * gives has no event. */
#ifndef SPEEDUP_GPU_APSP_MULTI_GPU_BLOCK_CYCLIC_AHEAD_CUH
#define SPEEDUP_GPU_APSP_MULTI_GPU_BLOCK_CYCLIC_AHEAD_CUH

#include "gpu/apsp/multi_gpu/block_cyclic.cuh"
#include "gpu/nccl.h"

/* A task's handle. Of one GPU alone it is a LookAhead. */
typedef struct TeamAhead {
    LookAhead members[MOST_DEVICES];
    NcclTeam *nccl; /* of gpu/nccl_ahead */
} TeamAhead;

static inline void team_ahead_close(Task *task)
{
    if (is_on_one_gpu(task->point)) {
        look_ahead_close(task);
        return;
    }
    TeamAhead *ahead = (TeamAhead *)task->handle;
    if (ahead == NULL) {
        return;
    }
    for (unsigned d = 0; d < part_own(task->point); d++) {
        look_ahead_empty(&ahead->members[d]);
    }
    gpu_nccl_close(ahead->nccl);
    free(ahead);
    task->handle = NULL;
}

static inline int team_ahead_open(Task *task)
{
    if (is_on_one_gpu(task->point)) {
        return look_ahead_open(task);
    }
    TeamAhead *ahead = (TeamAhead *)calloc(1, sizeof *ahead);
    task->handle = ahead;
    if (ahead == NULL) {
        return error_set(task->error, "no memory for the streams of a task");
    }
    for (unsigned d = 0; d < part_own(task->point); d++) {
        if (part_enter(task, d) != 0 || look_ahead_fill(task, &ahead->members[d]) != 0) {
            team_ahead_close(task);
            return -1;
        }
    }
    return 0;
}

/* ---- a task's streams on all GPUs ---- */

typedef struct TeamStreams {
    Team team;
    Streams of[MOST_DEVICES];
    const NcclTeam *nccl;
} TeamStreams;

static inline TeamStreams team_streams_of(const Task *task)
{
    const TeamAhead *ahead = (const TeamAhead *)task->handle;
    TeamStreams streams = {};
    streams.team = team_of(task);
    streams.nccl = ahead->nccl;
    for (unsigned d = 0; d < streams.team.own; d++) {
        Task part = streams.team.parts[d];
        part.handle = (void *)&ahead->members[d];
        streams.of[d] = streams_of(&part);
    }
    return streams;
}

/* GPU d has the block row of a round, and the block column. */
static inline int row_has_come(const TeamStreams *streams, unsigned d)
{
    const Streams *own = &streams->of[d];
    return record(&own->chain, own->handle->row_is_closed);
}

/* How the block row of a round goes from its owner's chain to all others', and who has it records that. */
typedef int SendRow(const TeamStreams *streams, unsigned round);

/* ---- the rounds ---- */

/* On GPU d the first round's pivot block and block row, and its block column. */
template <typename Plan> static inline int ahead_first(const TeamStreams *streams, unsigned d)
{
    typedef typename Plan::AheadTile Ahead;
    const Streams *own = &streams->of[d];
    const PaddedMatrix *padded = &streams->team.matrices[d];
    Round first = planned_round<Plan>(padded, 0);
    if (part_enter(streams->team.task, d) != 0 || streams_fork(own, Plan::HALVES) != 0 ||
        wait_for_trailing_update(own, &own->chain, Plan::HALVES) != 0 ||
        launch_pivot<typename Ahead::Cells, BLOCK_CYCLIC_ROWS>(&own->chain, &first, padded->own_blocks) !=
            0) {
        return -1;
    }
    return first.own_row == NO_BLOCK ? 0 : launch_block_row<Ahead, BLOCK_CYCLIC_ROWS>(&own->chain, &first);
}

/* The next owner's chain and strips of a round, up to its block row. The row waits for the strips: whoever
 * calls this enqueues the rest first. */
template <typename Plan>
static inline int ahead_begin_owner(const Streams *own, const PaddedMatrix *padded, Round *round, Round *next)
{
    typedef typename Plan::AheadTile Ahead;
    if (wait_for_trailing_update(own, &own->chain, Plan::HALVES) != 0 ||
        launch_next_pivot<typename Ahead::Cells, BLOCK_CYCLIC_ROWS>(&own->chain, round, next) != 0 ||
        wait_for(&own->panel, own->handle->row_is_closed) != 0 ||
        wait_for_trailing_update(own, &own->panel, Plan::HALVES) != 0) {
        return -1;
    }
    return look_ahead_next_panel<Plan, BLOCK_CYCLIC_ROWS>(own, padded, round);
}

template <typename Plan> static inline int ahead_end_owner(const Streams *own, Round *next)
{
    return wait_for(&own->chain, own->handle->panel_is_done) != 0
               ? -1
               : launch_block_row<typename Plan::AheadTile, BLOCK_CYCLIC_ROWS>(&own->chain, next);
}

/* And any other GPU's strips. */
template <typename Plan>
static inline int ahead_begin(const Streams *own, const PaddedMatrix *padded, Round *round)
{
    return wait_for_trailing_update(own, &own->chain, Plan::HALVES) != 0
               ? -1
               : launch_next_panel<typename Plan::AheadTile, BLOCK_CYCLIC_ROWS>(&own->chain, round,
                                                                                padded->own_blocks);
}

/* On GPU d a round, and the next block row if that is this GPU's. What comes first is enqueued first. */
template <typename Plan>
static inline int ahead_round(const TeamStreams *streams, unsigned d, unsigned number)
{
    const Streams *own = &streams->of[d];
    const PaddedMatrix *padded = &streams->team.matrices[d];
    Round round = planned_round<Plan>(padded, number);
    if (part_enter(streams->team.task, d) != 0) {
        return -1;
    }
    for (unsigned half = 0; half < Plan::HALVES; half++) {
        if (wait_for(&own->half[half], own->handle->row_is_closed) != 0) {
            return -1;
        }
    }
    if (round.next == NO_BLOCK) {
        return look_ahead_trailing_update<Plan, BLOCK_CYCLIC_ROWS>(own, padded, &round);
    }
    Round next = planned_round<Plan>(padded, round.next);
    const bool is_owner = next.own_row != NO_BLOCK;
    const int begun = is_owner ? ahead_begin_owner<Plan>(own, padded, &round, &next)
                               : ahead_begin<Plan>(own, padded, &round);
    if (begun != 0 || look_ahead_trailing_update<Plan, BLOCK_CYCLIC_ROWS>(own, padded, &round) != 0) {
        return -1;
    }
    return is_owner ? ahead_end_owner<Plan>(own, &next) : 0;
}

/* The next round's owner is first on all rounds, as the others wait for it. */
template <typename Plan> static inline int ahead_rounds(const TeamStreams *streams, SendRow *send)
{
    const Team *team = &streams->team;
    for (unsigned d = 0; d < team->own; d++) {
        if (ahead_first<Plan>(streams, d) != 0) {
            return -1;
        }
    }
    if (send(streams, 0) != 0) {
        return -1;
    }
    for (unsigned round = 0; round < team_rounds(team); round++) {
        for (unsigned i = 0; i < team->own; i++) {
            if (ahead_round<Plan>(streams, (round + 1 + i) % team->own, round) != 0) {
                return -1;
            }
        }
        if (round + 1 < team_rounds(team) && send(streams, round + 1) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The whole closure. */
template <typename Plan> static inline int team_ahead_run(const Task *task, SendRow *send)
{
    const TeamStreams streams = team_streams_of(task);
    const Team *team = &streams.team;
    cudaEvent_t events[MOST_DEVICES];
    for (unsigned d = 0; d < team->own; d++) {
        events[d] = streams.of[d].handle->is_done[0];
    }
    if (team_fill(team) != 0 || team_meet(team, events) != 0 || ahead_rounds<Plan>(&streams, send) != 0) {
        return -1;
    }
    for (unsigned d = 0; d < team->own; d++) {
        if (streams_join(&streams.of[d], Plan::HALVES) != 0) {
            return -1;
        }
    }
    return team_return(team);
}

#endif
