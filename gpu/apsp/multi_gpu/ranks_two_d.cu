/* GPUs of several processes in a grid, each with a rectangle of the distances: rows travel along its columns,
 * columns along its rows.
 *
 * In gpu/nccl_ahead each GPU has whole rows and gets every closed block row: 4 n^2 bytes come to each of them
 * however many they are, while what each computes becomes less. Here block rows and block columns are
 * distributed cyclically over the rows and the columns of a grid. Of P x P GPUs each gets 2 / P of that. A
 * round is
 *
 *     who has the pivot block closes it, P; all GPUs of its column turn their part of the pivots' column, K
 *     P goes along its row of the grid, and each part of K along its own
 *     the GPUs of the pivots' row compute their part of P R, which goes along its column of the grid
 *     all: cells <- min(cells, K (P R)), in all of their other block rows
 *
 * by the kernels of gpu/peer_copies: where a block column lies, or that it is elsewhere, is a number in their
 * argument. The cyclic distribution keeps all GPUs at work to the end. A grid is as nearly square as the
 * number of GPUs allows (common/distribution/process_grid.h), and each of its rows and columns is a
 * communicator.
 *
 * All sums and minima are those of one GPU, so the result is the same to the bit. What bounds it: three
 * broadcasts a round, two of them one behind the other, during which nothing is computed; less is moved than
 * by rows from four GPUs on, in more pieces. A prime number of GPUs stands in one row, and all of K goes to
 * everybody.
 *
 * Limits: those of gpu/nccl_ahead. No look-ahead.
 * Source: Solomonik, Buluc, Demmel: Minimizing communication in all-pairs shortest paths, IPDPS 2013;
 * block_cyclic.cuh. */
#include "gpu/apsp/multi_gpu/block_cyclic.cuh"

extern "C" const Variant variant_gpu_apsp_ranks_two_d;
/* A GPU of the grid, and what it has. */
typedef struct GridGpu {
    GridShape shape;
    GridPart own;
    PaddedMatrix padded;
} GridGpu;

static GridGpu gpu_of(const Point *point, unsigned member)
{
    GridGpu gpu = {};
    gpu.shape = part_shape(&variant_gpu_apsp_ranks_two_d, point);
    gpu.own = grid_part(&gpu.shape, member);
    gpu.padded = padded_of_task(point->n);
    gpu.padded.devices = gpu.shape.rows;
    gpu.padded.device = gpu.own.row;
    gpu.padded.own_blocks = gpu_blocks(gpu.own.rows, PIVOTS);
    gpu.padded.pitch = size_round_up(gpu.own.columns, PIVOTS);
    return gpu;
}

static void close_task(Task *task)
{
    if (is_on_one_gpu(task->point)) {
        look_ahead_close(task);
    } else {
        gpu_nccl_close_grid(task);
    }
}

static int open_task(Task *task)
{
    if (is_on_one_gpu(task->point)) {
        return look_ahead_open(task);
    }
    const GridShape shape = part_shape(&variant_gpu_apsp_ranks_two_d, task->point);
    return gpu_nccl_open_grid(task, &shape);
}

/* From member `root` of a team to all of it, words that may be none. */
static int broadcast(const Task *part, const NcclTeam *team, unsigned root, uint32_t *words, size_t count)
{
    void *buffers[] = {words}, *streams[] = {part->stream};
    return count == 0 ? 0 : gpu_nccl_broadcast(part, team, root, buffers, streams, count * sizeof *words);
}

static int run_round(const Task *part, const NcclGrid *teams, const GridGpu *gpu, unsigned number)
{
    const PaddedMatrix *padded = &gpu->padded;
    const unsigned row = number % gpu->shape.rows, column = number % gpu->shape.columns;
    const bool in_row = gpu->own.row == row, in_column = gpu->own.column == column;
    Round round = round_of<Single>(padded, number);
    round.round = in_column ? number / gpu->shape.columns : (unsigned)NO_BLOCK;
    if ((in_column && launch_pivot<Single, BLOCK_CYCLIC_ROWS>(part, &round, padded->own_blocks) != 0) ||
        (in_row && broadcast(part, teams->in_row, column, round.pivot, (size_t)PIVOTS * PIVOTS) != 0) ||
        broadcast(part, teams->in_row, column, round.column, PIVOTS * round.height) != 0 ||
        (in_row && launch_block_row<NarrowTile, BLOCK_CYCLIC_ROWS>(part, &round) != 0) ||
        broadcast(part, teams->in_column, row, round.row, PIVOTS * round.pitch) != 0) {
        return -1;
    }
    return launch_trailing_update<WideTile, BLOCK_CYCLIC_ROWS>(part, &round, 0, padded->own_blocks);
}

static int run(const Task *task)
{
    if (is_on_one_gpu(task->point)) {
        return overlapped_phases_run(task);
    }
    const Task part = part_task(task, 0);
    GridGpu gpu = gpu_of(task->point, task->parts[0].member);
    const CyclicOwner of_columns = {gpu.own.column, gpu.shape.columns};
    padded_place_task(&gpu.padded, &part, part.workspace);
    if (local_copy(&part, gpu.padded, gpu.own.rows, gpu.own.columns, of_columns, FILL) != 0) {
        return -1;
    }
    for (unsigned number = 0; number < gpu.padded.blocks; number++) {
        if (run_round(&part, (const NcclGrid *)task->handle, &gpu, number) != 0) {
            return -1;
        }
    }
    return local_copy(&part, gpu.padded, gpu.own.rows, gpu.own.columns, of_columns, RETURN);
}

/* The first GPU has the most. */
static size_t workspace(const Point *point)
{
    const GridGpu gpu = gpu_of(point, 0);
    return padded_task_bytes(&gpu.padded);
}

const Variant variant_gpu_apsp_ranks_two_d = {
    .workload = "apsp",
    .name = "gpu/ranks_two_d",
    .idea = "GPUs of processes in a grid: the pivots' rows travel along its columns, their columns along its "
            "rows",
    .source = "Solomonik, Buluc, Demmel, IPDPS 2013; " BLOCK_CYCLIC_SOURCE "; NCCL documentation",
    .after = "gpu/nccl_ahead",
    .types = INT32,
    .axes = AXIS_RANKS,
    .flags = VARIANT_DISTINCT | VARIANT_GRID,
    .missing = broadcast_missing,
    .accepts = accepts_copies,
    .workspace = workspace,
    .block_rows = block_cyclic_rows,
    .describe = gpu_nccl_describe,
    .open = open_task,
    .close = close_task,
    .run = run,
};
