/* Block-cyclic block rows on several GPUs, of one process or of ranks: gpu/peer_copies and the rungs after
 * it.
 *
 * The work of a round is the same for all block rows but that of its pivots. So block rows are distributed
 * cyclically: the i-th is on GPU i modulo their number. No GPU is without work as long as there is any,
 * and each owns the pivots as often as the others. A round needs
 *
 *     P R   the pivots' block row, closed: their owner computes it, and all others get a copy
 *     K     the pivots' block column: each GPU has the part of its own rows, and transposes it
 *
 * so that of n^2 words, 128 n go from one GPU to each of the others in a round, n^2 in all rounds.
 *
 * Events of each GPU, and the streams that record and wait for them (look_ahead.cuh names the streams; all
 * waits are for the same GPU's event but where others are named; "owner" is the GPU that owns the next
 * round's row):
 *
 *                 row_is_closed                  panel_is_done     is_done[0]         is_done[1]
 *     chain       records when the row is there; owner waits       waits              waits
 *                 others' wait before they pull  before its row
 *     panel       owner waits                    owner records     owner waits        owner waits
 *     half 0      waits                          -                 records            waits at the end
 *     half 1      waits                          -                 waits at the start records
 *
 *     gpu/peer_copies   one stream a GPU, half 0: the owner records row_is_closed, the others wait for it
 *     gpu/nccl_ahead    the broadcast on the chains replaces the wait for another GPU's row_is_closed
 *     gpu/peer_ahead    as in the table
 *     gpu/graph_ahead   the same, captured as the edges of a graph; is_done[0] joins all GPUs at its end
 *     first round       half 0 of all GPUs wait for each other before it, by is_done[0]
 *
 * A round r with look-ahead on three GPUs, GPU 1 being the next owner; the time goes to the right:
 *
 *     GPU 1     chain   | next pivot |  waits for panel | block row r + 1 | sends it
 *               panel   | next row and column |
 *               halves  |================= trailing update of round r =================|
 *     GPU 0, 2  chain   | next column |         waits for the row | row r + 1 comes |
 *               halves  |================= trailing update of round r =================|
 *                       ^ needs row r and, of round r - 1, the trailing update         ^ round r + 1 begins
 *
 * A copy is in a ring of as many rounds as there are GPUs, four at least. Before a GPU's place in the ring
 * is written again each of the others has owned a round, and all have waited for its block row. So all
 * reads of that place, on any GPU, are done by then, without an event. At the beginning of a task, where
 * the rounds begin anew, all GPUs wait for each other. Between processes no GPU reads another's memory: a
 * row is broadcast, and a ring of four is enough for any number of them.
 *
 * All sums and minima are those of one GPU, so the result is the same to the bit. On one GPU there is
 * nothing to exchange, and all of these rungs are gpu/overlapped_phases.
 *
 * Source: rounds.cuh; block-cyclic rows as in ScaLAPACK. */
#pragma once

#include "gpu/apsp/kernels/look_ahead.cuh"
#include "gpu/parts.h"

#define BLOCK_CYCLIC_SOURCE ROUNDS_SOURCE "; block-cyclic rows as in ScaLAPACK"

/* For Variant.block_rows. */
static inline size_t block_cyclic_rows(const Point *)
{
    return PIVOTS;
}

/* Also in a recorded launch. */
static inline bool is_on_one_gpu(const Point *point)
{
    return part_team(point) <= 1;
}

/* ---- matrices ---- */

/* The matrix of a member of the team. */
static inline PaddedMatrix padded_of_part(const Point *point, unsigned member)
{
    PaddedMatrix padded = padded_of_task(point->n);
    padded.devices = part_team(point);
    padded.device = member;
    padded.own_blocks = padded.blocks / padded.devices + (member < padded.blocks % padded.devices);
    padded.ring = part_own(point) > RING ? part_own(point) : (unsigned)RING;
    return padded;
}

/* The first GPU has the most rows. */
static inline size_t block_cyclic_workspace(const Point *point)
{
    const PaddedMatrix padded = padded_of_part(point, 0);
    return padded_task_bytes(&padded);
}

/* ---- a task on several GPUs ---- */

/* Of `devices` GPUs `own` are this process's, those of the task's parts: all, or one of each rank. */
typedef struct Team {
    const Task *task;
    unsigned devices, own;
    Streams of[MOST_DEVICES]; /* half[0] is on the part's own stream */
    PaddedMatrix matrices[MOST_DEVICES];
} Team;

static inline Team team_of(const Task *task)
{
    Team team = {};
    team.task = task;
    team.devices = part_team(task->point);
    team.own = part_own(task->point);
    for (unsigned d = 0; d < team.own; d++) {
        const Task part = part_task(task, d);
        team.of[d] = streams_of(&part, d);
        team.matrices[d] = padded_of_part(task->point, task->parts[d].member);
        padded_place_task(&team.matrices[d], &part, part.workspace);
    }
    return team;
}

/* The member that has the pivots of a round. */
static inline unsigned team_owner(const Team *team, unsigned round)
{
    return round % team->devices;
}

static inline unsigned team_rounds(const Team *team)
{
    return team->matrices[0].blocks;
}

/* As padded_copy, of the rows of each GPU of this process. */
static inline int team_copy(const Team *team, Direction direction)
{
    for (unsigned d = 0; d < team->own; d++) {
        if (part_enter(team->task, d) != 0 || padded_copy(&team->of[d].half[0], &team->matrices[d],
                                                          team->task->parts[d].rows, direction) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The first part's stream waits for what is enqueued so far on the others'. */
static inline int parts_follow(const Task *task)
{
    const LookAhead *gpus = ((const AheadHandle *)task->handle)->gpus;
    const Task first = part_task(task, 0);
    for (unsigned d = 1; d < part_own(task->point); d++) {
        const Task other = part_task(task, d);
        if (record(&other, gpus[d].is_done[0]) != 0 || wait_for(&first, gpus[d].is_done[0]) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The others' streams wait for the first part's. */
static inline int parts_lead(const Task *task)
{
    const LookAhead *gpus = ((const AheadHandle *)task->handle)->gpus;
    const Task first = part_task(task, 0);
    for (unsigned d = 1; d < part_own(task->point); d++) {
        const Task other = part_task(task, d);
        if ((d == 1 && record(&first, gpus[0].is_done[0]) != 0) ||
            wait_for(&other, gpus[0].is_done[0]) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The padded matrices are filled, and all GPUs of this process wait for each other. */
static inline int team_begin(const Team *team)
{
    return team_copy(team, FILL) != 0 || parts_follow(team->task) != 0 ? -1 : parts_lead(team->task);
}

/* ---- a closed block row ---- */

/* That of a round on this process's GPU d. */
static inline void *team_row(const Team *team, unsigned d, unsigned round)
{
    return round_of(&team->matrices[d], round).row;
}

static inline size_t team_row_bytes(const Team *team)
{
    return PIVOTS * team->matrices[0].pitch * sizeof(uint32_t);
}

/* Copies it from its owner to GPU d, on `task`'s stream; within a process. */
static inline int team_pull(const Team *team, const Task *task, unsigned d, unsigned round)
{
    return GPU_CHECK(task,
                     cudaMemcpyAsync(team_row(team, d, round), team_row(team, team_owner(team, round), round),
                                     team_row_bytes(team), cudaMemcpyDefault, (cudaStream_t)task->stream));
}

/* ---- look-ahead, for gpu/nccl_ahead, gpu/peer_ahead and gpu/graph_ahead ----
 *
 * A row is computed and sent while all GPUs work on the trailing update. When it has arrived, the chain
 * records that: the GPU then has all that the next round needs, as its panel is on the chain or the chain
 * has waited for it.
 *
 * A place in the ring of block rows is written on the chain. The last read of it on the same GPU was in
 * the trailing update of three rounds before, at least. The chain has waited for the panel of the last
 * round, and that for the trailing update of the round before.
 *
 * The host enqueues all of this, at n 8192 hardly faster than four GPUs compute it: so an order that a
 * stream gives has no event. */

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

/* ---- copies of a row, for gpu/peer_ahead and gpu/graph_ahead, which enqueues them once ---- */

/* The tiles of gpu/overlapped_phases. The second strips of its large plan would be one more launch on each
 * GPU. */
typedef RoundPlan<WideTile, NarrowTile, 2, 1> HalvesPlan;

/* The owner's chain records the row, and all others' chains pull it. */
static inline int pull(const Team *team, unsigned round)
{
    const unsigned owner = team_owner(team, round);
    if (row_has_come(team, owner) != 0) {
        return -1;
    }
    for (unsigned d = 0; d < team->devices; d++) {
        const Task *chain = &team->of[d].chain;
        if (d != owner && (wait_for(chain, team->of[owner].events.row_is_closed) != 0 ||
                           team_pull(team, chain, d, round) != 0 || row_has_come(team, d) != 0)) {
            return -1;
        }
    }
    return 0;
}

/* Also on one GPU. A template: a rung that does not call it does not compile its kernels. */
template <typename Small = SmallGraphPlan, typename Large = HalvesPlan>
static inline int peer_ahead_run(const Task *task)
{
    const double n = (double)task->point->n;
    if (is_on_one_gpu(task->point)) {
        return overlapped_phases_run(task);
    }
    return n * n / task->point->devices < (double)HALVED_FROM * HALVED_FROM
               ? team_ahead_run<Small>(task, pull)
               : team_ahead_run<Large>(task, pull);
}
