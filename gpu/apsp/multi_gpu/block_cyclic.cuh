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

#include "gpu/apsp/kernels/overlapped_phases.cuh"
#include "gpu/nccl.h"
#include "gpu/parts.h"

#define BLOCK_CYCLIC_SOURCE ROUNDS_SOURCE "; block-cyclic rows as in ScaLAPACK"

/* For Variant.block_rows. */
static inline size_t block_cyclic_rows(const Point *)
{
    return PIVOTS;
}

/* For Variant.missing of those whose rows go by NCCL. */
static inline const char *broadcast_missing(void)
{
    const char *reason = rounds_missing();
    return reason != NULL ? reason : gpu_nccl_missing();
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

/* Copies the local part of the task's distances, `rows` rows of n cells, on the device-th of `devices` GPUs.
 */
static __global__ void pad_local(const int32_t *distance, size_t rows, size_t n, uint32_t *matrix,
                                 size_t pitch, unsigned device, unsigned devices)
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

static __global__ void unpad_local(const uint32_t *matrix, size_t pitch, int32_t *distance, size_t rows,
                                   size_t n)
{
    const size_t row = (size_t)blockIdx.y * COPY_ROWS + threadIdx.y;
    const size_t column = (size_t)blockIdx.x * COPY_COLUMNS + threadIdx.x;
    if (row < rows && column < n) {
        distance[row * n + column] = (int32_t)matrix[row * pitch + column];
    }
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
        PaddedMatrix padded = team->matrices[d];
        const Task *part = &team->of[d].half[0];
        const LaunchShape shape = copy_shape(&padded, direction);
        size_t rows = team->task->parts[d].rows;
        void *distance = part->out;
        void *filled[] = {&distance,     &rows,          &padded.n,      &padded.matrix,
                          &padded.pitch, &padded.device, &padded.devices},
             *returned[] = {&padded.matrix, &padded.pitch, &distance, &rows, &padded.n};
        if (padded_is_in_place(&padded) || padded.own_blocks == 0) {
            continue;
        }
        if (part_enter(team->task, d) != 0 ||
            (direction == FILL ? GPU_LAUNCH(part, pad_local, &shape, filled)
                               : GPU_LAUNCH(part, unpad_local, &shape, returned)) != 0) {
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
