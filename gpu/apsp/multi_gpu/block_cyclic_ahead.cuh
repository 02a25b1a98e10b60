/* Rounds on block-cyclic rows with look-ahead, for gpu/nccl_ahead, gpu/peer_ahead and gpu/graph_ahead. The
 * table of streams and events and the timeline of a round are in block_cyclic.cuh.
 *
 * A row is computed and sent while all GPUs work on the trailing update. When it has arrived, the chain
 * records that: the GPU then has all that the next round needs, as its panel is on the chain or the chain
 * has waited for it.
 *
 * A place in the ring of block rows is written on the chain. The last read of it on the same GPU was in
 * the trailing update of three rounds before, at least. The chain has waited for the panel of the last
 * round, and that for the trailing update of the round before. block_cyclic.cuh explains why no other GPU
 * still reads it.
 *
 * The host enqueues all of this, at n 8192 hardly faster than four GPUs compute it: so an order that a
 * stream gives has no event. */
#pragma once

#include "gpu/apsp/multi_gpu/block_cyclic.cuh"

/* GPU d has the block row of a round, and the block column. */
static inline int row_has_come(const Team *team, unsigned d)
{
    return record(&team->of[d].chain, team->of[d].events.row_is_closed);
}

/* Sends the block row of a round from its owner's chain to all others'; each GPU that has it records that. */
typedef int SendRow(const Team *team, unsigned round);

/* On GPU d the first round's pivot block and block row, and its block column. */
template <typename Plan> static inline int ahead_first(const Team *team, unsigned d)
{
    const Streams *streams = &team->of[d];
    Round first = planned_round<Plan>(&team->matrices[d], 0);
    if (part_enter(team->task, d) != 0 ||
        look_ahead_first<Plan, BLOCK_CYCLIC_ROWS>(streams, &team->matrices[d], &first) != 0) {
        return -1;
    }
    return first.own_row == NO_BLOCK
               ? 0
               : launch_block_row<typename Plan::AheadTile, BLOCK_CYCLIC_ROWS>(&streams->chain, &first);
}

/* The panel of a GPU that does not own the next round: on the chain, which has nothing else to do. */
template <typename Plan>
static inline int ahead_begin(const Streams *streams, const PaddedMatrix *padded, Round *round)
{
    return wait_for_trailing_update(streams, &streams->chain, Plan::HALVES) != 0
               ? -1
               : launch_next_panel<typename Plan::AheadTile, BLOCK_CYCLIC_ROWS>(&streams->chain, round,
                                                                                padded->own_blocks);
}

/* On GPU d a round, and the next block row if this GPU owns it. What is needed first is enqueued first: the
 * row waits for the panel, and so the trailing update is enqueued before it. */
template <typename Plan> static inline int ahead_round(const Team *team, unsigned d, unsigned number)
{
    const Streams *streams = &team->of[d];
    const PaddedMatrix *padded = &team->matrices[d];
    Round round = planned_round<Plan>(padded, number);
    if (part_enter(team->task, d) != 0 || wait_for_row(streams, Plan::HALVES) != 0) {
        return -1;
    }
    if (round.next == NO_BLOCK) {
        return look_ahead_trailing_update<Plan, BLOCK_CYCLIC_ROWS>(streams, padded, &round);
    }
    Round next = planned_round<Plan>(padded, round.next);
    const bool is_owner = next.own_row != NO_BLOCK;
    const int begun = is_owner ? look_ahead_begin<Plan, BLOCK_CYCLIC_ROWS>(streams, padded, &round, &next)
                               : ahead_begin<Plan>(streams, padded, &round);
    if (begun != 0 || look_ahead_trailing_update<Plan, BLOCK_CYCLIC_ROWS>(streams, padded, &round) != 0) {
        return -1;
    }
    if (!is_owner) {
        return 0;
    }
    return wait_for(&streams->chain, streams->events.panel_is_done) != 0
               ? -1
               : launch_block_row<typename Plan::AheadTile, BLOCK_CYCLIC_ROWS>(&streams->chain, &next);
}

/* The next round's owner is first on all rounds, as the others wait for it. */
template <typename Plan> static inline int ahead_rounds(const Team *team, SendRow *send)
{
    for (unsigned d = 0; d < team->own; d++) {
        if (ahead_first<Plan>(team, d) != 0) {
            return -1;
        }
    }
    if (send(team, 0) != 0) {
        return -1;
    }
    for (unsigned round = 0; round < team_rounds(team); round++) {
        for (unsigned i = 0; i < team->own; i++) {
            if (ahead_round<Plan>(team, (round + 1 + i) % team->own, round) != 0) {
                return -1;
            }
        }
        if (round + 1 < team_rounds(team) && send(team, round + 1) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The whole closure. */
template <typename Plan> static inline int team_ahead_run(const Task *task, SendRow *send)
{
    const Team team = team_of(task);
    if (team_begin(&team) != 0 || ahead_rounds<Plan>(&team, send) != 0) {
        return -1;
    }
    for (unsigned d = 0; d < team.own; d++) {
        if (streams_join(&team.of[d], Plan::HALVES) != 0) {
            return -1;
        }
    }
    return team_copy(&team, RETURN);
}
