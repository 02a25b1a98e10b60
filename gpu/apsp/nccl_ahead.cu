/* The next round's block row is computed and broadcast while all GPUs work on the rest of this one.
 *
 * In gpu/nccl_broadcast all wait for the owner in every round, and then for the broadcast. As on one GPU
 * (gpu/look_ahead), the next round can begin when its block row and column, the strips, have had this round.
 * So they go first, on all GPUs; the next owner closes its pivot block and computes the row in a stream of
 * high priority, and the broadcast follows in that stream, all beside the rest of the round
 * (dealt_ahead.cuh).
 *
 * What bounds it: arithmetic, but for what the broadcast's own kernels take of it; the ends of launches, as
 * in gpu/look_ahead; of a small graph the chain of strips, pivot block, block row and broadcast.
 *
 * Limits: those of gpu/nccl_broadcast.
 * Source: dealt_ahead.cuh; look-ahead as in gpu/look_ahead. */
#include "gpu/apsp/dealt_ahead.cuh"

struct NcclAheadPlan {
    typedef Tile<Single, 2, 2, 16, 2> RestTile;
    typedef Tile<Single, 2, 1, 16, 4> AheadTile;
    enum : unsigned { HALVES = 1, AHEAD = 1 };
};

/* On the chains, behind the row of the round before. */
static int broadcast(const TeamStreams *streams, unsigned round)
{
    const Team *team = &streams->team;
    void *rows[MOST_DEVICES], *chains[MOST_DEVICES];
    for (unsigned d = 0; d < team->devices; d++) {
        rows[d] = team_row(team, d, round);
        chains[d] = streams->of[d].chain.stream;
    }
    if (gpu_nccl_broadcast(team->task, streams->nccl, team_owner(team, round), rows, chains,
                           team_row_bytes(team)) != 0) {
        return -1;
    }
    for (unsigned d = 0; d < team->devices; d++) {
        if (row_has_come(streams, d) != 0) {
            return -1;
        }
    }
    return 0;
}

static int open_task(Task *task)
{
    if (team_ahead_open(task) != 0) {
        return -1;
    }
    if (dealt_to_one(task->point)) {
        return 0;
    }
    if (gpu_nccl_open(task, &((TeamAhead *)task->handle)->nccl) != 0) {
        team_ahead_close(task);
        return -1;
    }
    return 0;
}

static int run(const Task *task)
{
    return dealt_to_one(task->point) ? filled_waves_run(task)
                                     : team_ahead_run<NcclAheadPlan>(task, broadcast);
}

static const char *missing(void)
{
    const char *reason = rounds_missing();
    return reason != NULL ? reason : gpu_nccl_missing();
}

extern "C" {
extern const Variant variant_gpu_apsp_nccl_ahead;
}

const Variant variant_gpu_apsp_nccl_ahead = {
    .workload = "apsp",
    .name = "gpu/nccl_ahead",
    .idea = "the next round's row is computed and broadcast by NCCL beside the rest of this one",
    .source = DEALT_SOURCE "; NCCL documentation",
    .after = "gpu/nccl_broadcast",
    .types = INT32,
    .axes = AXIS_DEVICES,
    .flags = VARIANT_DISTINCT,
    .missing = missing,
    .accepts = rounds_accept,
    .workspace = dealt_workspace,
    .deal = dealt_rows,
    .describe = gpu_nccl_describe,
    .open = open_task,
    .close = team_ahead_close,
    .run = run,
};
