/* The closed block row goes to all GPUs by a broadcast of NCCL.
 *
 * A broadcast sends the row from GPU to GPU in small pieces: each passes on what it has got while more comes,
 * so that the owner's links carry it once, not once for each of the others. NCCL also knows how the GPUs are
 * linked, and no event is needed, as a broadcast is on its way when all GPUs' streams have come to it.
 *
 * What it costs: NCCL copies by kernels, which take some multiprocessors and end only when the slowest GPU
 * has come; few GPUs with fast links between all of them gain little by a chain.
 *
 * What bounds it: as in gpu/peer_copies all wait for the owner.
 *
 * Limits: those of gpu/one_product; NCCL, and as many GPUs as devices.
 * Source: dealt.cuh; NVIDIA, NCCL documentation. */
#include "gpu/apsp/dealt.cuh"
#include "gpu/nccl.h"

/* A task's handle is a NcclTeam. Of one GPU alone it is a LookAhead. */
static void close_task(Task *task)
{
    if (dealt_to_one(task->point)) {
        look_ahead_close(task);
        return;
    }
    gpu_nccl_close((NcclTeam *)task->handle);
    task->handle = NULL;
}

static int open_task(Task *task)
{
    if (dealt_to_one(task->point)) {
        return look_ahead_open(task);
    }
    NcclTeam *nccl;
    const int result = gpu_nccl_open(task, &nccl);
    task->handle = nccl;
    return result;
}

static int broadcast(const Team *team, const NcclTeam *nccl, unsigned number)
{
    void *rows[MOST_DEVICES], *streams[MOST_DEVICES];
    for (unsigned d = 0; d < team->devices; d++) {
        rows[d] = team_row(team, d, number);
        streams[d] = team->parts[d].stream;
    }
    return gpu_nccl_broadcast(team->task, nccl, team_owner(team, number), rows, streams,
                              team_row_bytes(team));
}

static int one_round(const Team *team, const NcclTeam *nccl, unsigned number)
{
    for (unsigned d = 0; d < team->devices; d++) {
        if (team_begin(team, d, number) != 0) {
            return -1;
        }
    }
    if (broadcast(team, nccl, number) != 0) {
        return -1;
    }
    for (unsigned d = 0; d < team->devices; d++) {
        if (team_rest(team, d, number) != 0) {
            return -1;
        }
    }
    return 0;
}

static int run(const Task *task)
{
    if (dealt_to_one(task->point)) {
        return filled_waves_run(task);
    }
    const Team team = team_of(task);
    if (team_fill(&team) != 0) {
        return -1;
    }
    for (unsigned round = 0; round < team_rounds(&team); round++) {
        if (one_round(&team, (const NcclTeam *)task->handle, round) != 0) {
            return -1;
        }
    }
    return team_return(&team);
}

static const char *missing(void)
{
    const char *reason = rounds_missing();
    return reason != NULL ? reason : gpu_nccl_missing();
}

extern "C" {
extern const Variant variant_gpu_apsp_nccl_broadcast;
}

const Variant variant_gpu_apsp_nccl_broadcast = {
    .workload = "apsp",
    .name = "gpu/nccl_broadcast",
    .idea = "each round's closed row goes from GPU to GPU by a broadcast of NCCL",
    .source = DEALT_SOURCE "; NCCL documentation",
    .after = "gpu/peer_copies",
    .types = INT32,
    .axes = AXIS_DEVICES,
    .flags = VARIANT_DISTINCT,
    .missing = missing,
    .accepts = rounds_accept,
    .workspace = dealt_workspace,
    .deal = dealt_rows,
    .describe = gpu_nccl_describe,
    .open = open_task,
    .close = close_task,
    .run = run,
};
