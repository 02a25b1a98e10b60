/* The next round's block row is computed and broadcast while all GPUs work on the trailing update of this
 * round.
 *
 * In gpu/peer_copies all GPUs wait for the owner in every round, and then for the copy. As on one GPU
 * (gpu/look_ahead), the next round can begin when its panel, block row and column, is updated by this
 * round. So all GPUs update the panel first. The next owner closes its pivot block and computes the row in
 * a stream of high priority, and the broadcast follows in that stream, all beside the trailing update
 * (block_cyclic.cuh).
 *
 * The GPUs are those of one process (--devices), or one of each process (--ranks), on one machine or
 * several. A process can neither enqueue work on a GPU of another machine nor read its memory: so it
 * enqueues the part of its own GPUs, and all processes enqueue the same broadcasts in the same order. NCCL
 * forwards a row over the links within a machine and over the network between machines, from GPU to
 * network card where both support that. Between machines a row takes longer to arrive, and look-ahead
 * hides more.
 *
 * Measured on two H100: broadcasts without look-ahead are as fast as gpu/peer_copies (0.72, 0.84, 0.89 of
 * two GPUs' rate at n 8192, 12288, 16384 against 0.73, 0.85, 0.89), so there is no such rung.
 * Bound: arithmetic, less the multiprocessors that the broadcast's kernels occupy, while a row of 128 n
 * words arrives within 128 n^2 relaxations that the GPUs share; the ends of launches, as in
 * gpu/look_ahead; for a small graph the chain of panel, pivot block, block row and broadcast.
 * Limits: those of gpu/one_product; NCCL, with a separate GPU for each device or rank.
 * Source: block_cyclic.cuh; NVIDIA, NCCL documentation, "Creating a Communicator". */
#include "gpu/apsp/multi_gpu/block_cyclic.cuh"
#include "gpu/nccl.h"

static const char *missing(void)
{
    const char *reason = rounds_missing();
    return reason != NULL ? reason : gpu_nccl_missing();
}

/* On the chains, behind the row of the round before. */
static int broadcast_row(const Team *team, unsigned round)
{
    const AheadHandle *handle = (const AheadHandle *)team->task->handle;
    void *rows[MOST_DEVICES], *chains[MOST_DEVICES];
    for (unsigned d = 0; d < team->own; d++) {
        rows[d] = team_row(team, d, round);
        chains[d] = team->of[d].chain.stream;
    }
    if (gpu_nccl_broadcast(team->task, (NcclTeam *)handle->extra, team_owner(team, round), rows, chains,
                           team_row_bytes(team)) != 0) {
        return -1;
    }
    for (unsigned d = 0; d < team->own; d++) {
        if (row_has_come(team, d) != 0) {
            return -1;
        }
    }
    return 0;
}

/* NCCL first: opening it is collective over ranks, and must come before anything that can fail on one. */
static int open_task(Task *task)
{
    NcclTeam *nccl = NULL;
    if (!is_on_one_gpu(task->point) && gpu_nccl_open(task, &nccl) != 0) {
        return -1;
    }
    if (look_ahead_open(task) != 0) {
        gpu_nccl_close(nccl);
        return -1;
    }
    ((AheadHandle *)task->handle)->extra = nccl;
    return 0;
}

static void close_task(Task *task)
{
    const AheadHandle *handle = (const AheadHandle *)task->handle;
    if (handle != NULL) {
        gpu_nccl_close((NcclTeam *)handle->extra);
    }
    look_ahead_close(task);
}

static int run(const Task *task)
{
    return is_on_one_gpu(task->point) ? overlapped_phases_run(task)
                                      : team_ahead_run<LookAheadPlan>(task, broadcast_row);
}

extern "C" const Variant variant_gpu_apsp_nccl_ahead;
const Variant variant_gpu_apsp_nccl_ahead = {
    .workload = "apsp",
    .name = "gpu/nccl_ahead",
    .idea = "the next round's row is computed and broadcast by NCCL beside this trailing update",
    .source = BLOCK_CYCLIC_SOURCE "; NCCL documentation",
    .after = "gpu/peer_copies",
    .types = INT32,
    .axes = AXIS_DEVICES | AXIS_RANKS,
    .flags = VARIANT_DISTINCT,
    .missing = missing,
    .accepts = rounds_accepts,
    .workspace = block_cyclic_workspace,
    .block_rows = block_cyclic_rows,
    .describe = gpu_nccl_describe,
    .open = open_task,
    .close = close_task,
    .run = run,
};
