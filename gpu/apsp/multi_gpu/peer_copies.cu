/* Several GPUs share the block rows; in each round the others copy the closed one from its owner.
 *
 * Each GPU relaxes its own rows and needs nothing of the others' but one block row a round, 128 n words for
 * 128 n^2 relaxations. The round's owner closes the pivot block and computes that row. Every other GPU waits
 * for it by an event, pulls it out of the owner's memory into its own, and goes on. The copy engines do that:
 * no multiprocessor is kept from its work. The block column needs no exchange, as each GPU has the part that
 * belongs to its rows (block_cyclic.cuh).
 *
 * What bounds it: while the owner works on pivot block and block row, and while the copies are under way, all
 * other GPUs wait. These copies go to all others at once and share what the owner's links can carry.
 *
 * Limits: those of gpu/one_product; the GPUs must reach each other's memory.
 * Source: block_cyclic.cuh; NVIDIA, CUDA C++ Programming Guide, Multi-Device System. */
#include "gpu/apsp/multi_gpu/block_cyclic.cuh"

/* A task's handle: an event of each GPU. Of one GPU alone it is a LookAhead. */
typedef struct Events {
    cudaEvent_t row_is_closed[MOST_DEVICES];
} Events;

static void close_task(Task *task)
{
    if (is_on_one_gpu(task->point)) {
        look_ahead_close(task);
        return;
    }
    Events *events = (Events *)task->handle;
    for (unsigned d = 0; events != NULL && d < task->point->devices; d++) {
        if (events->row_is_closed[d] != NULL) {
            (void)cudaEventDestroy(events->row_is_closed[d]);
        }
    }
    free(events);
    task->handle = NULL;
}

static int open_task(Task *task)
{
    if (is_on_one_gpu(task->point)) {
        return look_ahead_open(task);
    }
    Events *events = (Events *)calloc(1, sizeof *events);
    task->handle = events;
    if (events == NULL) {
        return error_set(task->error, "no memory for the events of a task");
    }
    for (unsigned d = 0; d < task->point->devices; d++) {
        if (part_enter(task, d) != 0 ||
            GPU_CHECK(task, cudaEventCreateWithFlags(&events->row_is_closed[d], cudaEventDisableTiming)) !=
                0) {
            close_task(task);
            return -1;
        }
    }
    return 0;
}

/* The owner is first, as the others wait for what it has recorded. */
static int one_round(const Team *team, const Events *events, unsigned number)
{
    const unsigned owner = team_owner(team, number);
    const cudaEvent_t row_is_closed = events->row_is_closed[owner];
    for (unsigned i = 0; i < team->devices; i++) {
        const unsigned d = (owner + i) % team->devices;
        const Task *part = &team->parts[d];
        if (team_begin(team, d, number) != 0) {
            return -1;
        }
        if (d == owner && record(part, row_is_closed) != 0) {
            return -1;
        }
        if (d != owner && (wait_for(part, row_is_closed) != 0 || team_pull(team, part, d, number) != 0)) {
            return -1;
        }
        if (team_trailing_update(team, d, number) != 0) {
            return -1;
        }
    }
    return 0;
}

static int run(const Task *task)
{
    if (is_on_one_gpu(task->point)) {
        return overlapped_phases_run(task);
    }
    const Events *events = (const Events *)task->handle;
    const Team team = team_of(task);
    if (team_fill(&team) != 0 || team_meet(&team, events->row_is_closed) != 0) {
        return -1;
    }
    for (unsigned round = 0; round < team_rounds(&team); round++) {
        if (one_round(&team, events, round) != 0) {
            return -1;
        }
    }
    return team_return(&team);
}

extern "C" {
extern const Variant variant_gpu_apsp_peer_copies;
}

const Variant variant_gpu_apsp_peer_copies = {
    .workload = "apsp",
    .name = "gpu/peer_copies",
    .idea = "block rows distributed cyclically over GPUs, which copy each round's closed row from its "
            "owner's memory",
    .source = BLOCK_CYCLIC_SOURCE,
    .after = "gpu/one_product",
    .types = INT32,
    .axes = AXIS_DEVICES,
    .missing = rounds_missing,
    .accepts = rounds_accept,
    .workspace = block_cyclic_workspace,
    .block_rows = block_cyclic_rows,
    .open = open_task,
    .close = close_task,
    .run = run,
};
