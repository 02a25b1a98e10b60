/* Transpose on several GPUs by an all-to-all exchange of NCCL.
 *
 * The same blocks are exchanged as in gpu/peer_copies, but NCCL moves them, by kernels that send to all
 * others at the same time. It moves contiguous pieces of equal size. So each device first packs its rows: one
 * square for each device, as high and wide as a block; where a block is lower or narrower, the rest of its
 * square is sent as it is and never read. Its own square is packed where it would be received. The received
 * squares are a contiguous panel, one square below the other, which is transposed in one launch.
 *
 * Bound: the links, and before and after them the memory, which packs and transposes 16 n^2 / D bytes on each
 * of D devices while the links are idle; gpu/peer_writes uses both at once.
 * Limits: two panels of memory for each device; NCCL, with a separate GPU for each device. One device does
 * what gpu/full_row_stores does.
 * Source: NVIDIA, NCCL documentation, Point-to-point communication: all-to-all. */
#include "gpu/nccl.h"
#include "gpu/transpose/multi_gpu/block_rows.cuh"

enum { PACK_THREADS = 256, PACK_ROWS = 8 };

/* a: rows x n words. to: for each `side` of a's columns a square, in which word (i, j) is at i * side + j;
 * the own-th of them is at `kept`. */
static __global__ void __launch_bounds__(PACK_THREADS)
    pack(const uint32_t *__restrict__ a, uint32_t *__restrict__ to, uint32_t *__restrict__ kept, unsigned n,
         unsigned rows, unsigned side, unsigned own)
{
    const unsigned column = blockIdx.y * PACK_THREADS + threadIdx.x, top = blockIdx.x * PACK_ROWS;
    uint32_t word[PACK_ROWS] = {};
    if (column >= n) {
        return;
    }
    const unsigned square = column / side;
    to = (square == own ? kept : to + (size_t)square * side * side) + column % side;
#pragma unroll
    for (unsigned i = 0; i < PACK_ROWS; i++) {
        if (top + i < rows) {
            word[i] = a[(size_t)(top + i) * n + column];
        }
    }
#pragma unroll
    for (unsigned i = 0; i < PACK_ROWS; i++) {
        if (top + i < rows) {
            to[(size_t)(top + i) * side] = word[i];
        }
    }
}

/* Words of a square, and of a panel: a square for each device. Both panels begin on 16 bytes. */
static size_t square_words(const Point *point)
{
    return size_mul(block_side(point), block_side(point));
}

static size_t panel_bytes(const Point *point)
{
    return size_round_up(size_mul(size_mul(square_words(point), point->devices), sizeof(uint32_t)),
                         sizeof(uint4));
}

/* A device's two panels. */
static uint32_t *packed(const Task *task, unsigned d)
{
    return (uint32_t *)task->parts[d].workspace;
}

static uint32_t *received(const Task *task, unsigned d)
{
    return (uint32_t *)((char *)task->parts[d].workspace + panel_bytes(task->point));
}

static int pack_rows(const Task *task, unsigned d)
{
    Task part = part_task(task, d);
    unsigned n = (unsigned)task->point->n, rows = (unsigned)task->parts[d].rows,
             side = (unsigned)block_side(task->point);
    uint32_t *to = packed(task, d), *kept = received(task, d) + d * square_words(task->point);
    LaunchShape shape = {.grid = {gpu_blocks(rows, PACK_ROWS), gpu_blocks(n, PACK_THREADS), 1},
                         .block = {PACK_THREADS, 1, 1}};
    shape.global_accesses = 2.0 * rows * n;
    return GPU_LAUNCH(&part, shape, pack, part.a, to, kept, n, rows, side, d);
}

static int exchange(const Task *task)
{
    const unsigned devices = task->point->devices;
    const size_t words = square_words(task->point);
    const void *from[MOST_DEVICES * MOST_DEVICES];
    void *to[MOST_DEVICES * MOST_DEVICES], *streams[MOST_DEVICES];
    for (unsigned d = 0; d < devices; d++) {
        streams[d] = task->parts[d].stream;
        for (unsigned e = 0; e < devices; e++) {
            from[d * devices + e] = packed(task, d) + e * words;
            to[e * devices + d] = received(task, e) + d * words;
        }
    }
    return gpu_nccl_exchange(task, (NcclTeam *)task->handle, from, to, streams, words * sizeof(uint32_t));
}

static int transpose_received(const Task *task, unsigned e)
{
    const Task part = part_task(task, e);
    const unsigned side = (unsigned)block_side(task->point), n = (unsigned)task->point->n;
    return transpose_slice(&part, region_of_rows(task, e, received(task, e), side, 0, n));
}

static int run(const Task *task)
{
    if (task->point->devices <= 1) {
        return transpose_whole(task);
    }
    return on_each_device(task, pack_rows) != 0 || exchange(task) != 0
               ? -1
               : on_each_device(task, transpose_received);
}

static size_t workspace(const Point *point)
{
    return point->devices <= 1 ? 0 : size_mul(2, panel_bytes(point));
}

static int open_team(Task *task)
{
    NcclTeam *team = NULL;
    if (task->point->devices > 1 && gpu_nccl_open(task, &team) != 0) {
        return -1;
    }
    task->handle = team;
    return 0;
}

static void close_team(Task *task)
{
    gpu_nccl_close((NcclTeam *)task->handle);
    task->handle = NULL;
}

extern "C" const Variant variant_gpu_transpose_nccl_exchange;
const Variant variant_gpu_transpose_nccl_exchange = {
    .workload = "transpose",
    .name = "gpu/nccl_exchange",
    .idea = "blocks are packed, exchanged all with all by NCCL over all links at once, and transposed",
    .source = "NVIDIA, NCCL documentation: point-to-point communication, all-to-all",
    .after = "gpu/peer_copies",
    .types = INT32 | FLOAT32,
    .axes = AXIS_DEVICES,
    .flags = VARIANT_DISTINCT,
    .missing = gpu_nccl_missing,
    .workspace = workspace,
    .describe = gpu_nccl_describe,
    .open = open_team,
    .close = close_team,
    .run = run,
};
