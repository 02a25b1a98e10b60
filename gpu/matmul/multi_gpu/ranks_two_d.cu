/* Matrix product on GPUs of several processes in a grid: A travels along its rows, B along its columns.
 *
 * In nccl_ahead each GPU has whole rows and gets all of B: n^2 elements however many GPUs there are,
 * while what each computes becomes less. Here each has a rectangle of A, of B and of the result. For its
 * rectangle of the result it needs the rows of A that its row of the grid has between them, and the columns
 * of B that its column has: of P x P GPUs each gets 2 n^2 / P elements, and has room for them.
 *
 *     each in turn broadcasts its rectangle of A to its row of the grid, and that of B to its column
 *     out = (own rows of A) (own columns of B), all k in one launch
 *
 * The kernel is mbarrier_pipeline's. What of A has come lies in one piece, and is put beside the others at
 * the pitch of A's rows, which costs a copy on the GPU; what of B has come is a part of its columns as it is.
 * A grid is as nearly square as the number of GPUs allows (common/distribution/process_grid.h), and each of
 * its rows and columns is a communicator.
 *
 * What bounds it: nothing is multiplied while A and B come; less of them comes than in nccl_ahead from
 * four GPUs on, and less memory is needed from eight. A prime number of GPUs stands in one row, and all of A
 * goes to everybody, as all of B does there. Where tiles are cut
 * float32 differs by a rounding from one GPU's (stream_k_ordered).
 * Limits: a GPU for each process; NCCL. No look-ahead.
 * Source: van de Geijn, Watts: SUMMA, 1997; Agarwal, Gustavson, Zubair: A high-performance matrix-
 * multiplication algorithm on a distributed-memory parallel computer, 1994. */
#include "common/size.h"
#include "gpu/matmul/kernels/mbarrier_pipeline.cuh"
#include "gpu/matmul/kernels/stream_k.cuh"
#include "gpu/matmul/multi_gpu/nccl_panel.cuh"

enum { STEP = 256 }; /* bytes; what lies in a workspace begins at a multiple */

extern "C" {
extern const Variant variant_gpu_matmul_ranks_two_d;
}

/* A GPU of the grid, and where in its workspace it gathers what it needs. */
typedef struct Seat {
    GridShape shape;
    GridPart own;
    size_t come_at, b_at, sums_at; /* bytes; A's rows lie at 0, what of them has just come at come_at */
} Seat;

static Seat seat_of(const Point *point, unsigned member)
{
    Seat seat = {};
    seat.shape = part_shape(&variant_gpu_matmul_ranks_two_d, point);
    seat.own = grid_part(&seat.shape, member);
    const size_t rows = grid_most_rows(&seat.shape), columns = grid_most_columns(&seat.shape);
    const size_t row_bytes = size_mul(point->n, TILE_ELEMENT);
    if (seat.shape.columns > 1) {
        seat.come_at = size_round_up(size_mul(rows, row_bytes), STEP);
        seat.b_at = size_add(seat.come_at, size_round_up(size_mul(rows, columns * TILE_ELEMENT), STEP));
    }
    seat.sums_at = seat.b_at;
    if (seat.shape.rows > 1) {
        seat.sums_at = size_add(seat.b_at, size_round_up(size_mul(columns, row_bytes), STEP));
    }
    return seat;
}

static TilePanels product_of(const Task *task, const Seat *seat)
{
    TilePanels product = {};
    (TileProduct &)product = tile_matrices(task);
    product.height = (unsigned)seat->own.rows;
    product.width = (unsigned)seat->own.columns;
    return product;
}

static size_t workspace(const Point *point)
{
    Task task = {};
    size_t most = 0;
    task.point = point;
    for (unsigned member = 0; member < part_team(point); member++) {
        const Seat seat = seat_of(point, member);
        StreamKPlan<TilePanels> plan = {};
        if (seat.own.rows > 0 && seat.own.columns > 0) {
            (void)stream_k_any<MbarrierShapes>(&task, product_of(&task, &seat), false, &plan);
        }
        const size_t bytes = size_add(seat.sums_at, plan.bytes);
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* `width` bytes of each of `rows` rows. */
static int copy(const Task *part, void *to, size_t to_pitch, const void *from, size_t width, size_t rows)
{
    return GPU_CHECK(part, cudaMemcpy2DAsync(to, to_pitch, from, width, width, rows, cudaMemcpyDeviceToDevice,
                                             (cudaStream_t)part->stream));
}

/* From member `root` of a team to all of it. */
static int broadcast(const Task *part, const NcclTeam *team, unsigned root, void *buffer, size_t bytes)
{
    void *buffers[] = {buffer}, *streams[] = {part->stream};
    return gpu_nccl_broadcast(part, team, root, buffers, streams, bytes);
}

/* All columns of the own rows of A, from the own row of the grid. */
static int gather_a(Task *part, const NcclTeam *team, const Seat *seat)
{
    const size_t rows = seat->own.rows, pitch = part->point->n * TILE_ELEMENT;
    size_t at = 0;
    if (rows == 0 || seat->shape.columns == 1) {
        return 0;
    }
    for (unsigned root = 0; root < seat->shape.columns; root++) {
        const size_t width = distribution_rows(&seat->shape.of_columns, root) * TILE_ELEMENT;
        void *come = root == seat->own.column ? (void *)part->a : (char *)part->workspace + seat->come_at;
        if (width > 0 && (broadcast(part, team, root, come, rows * width) != 0 ||
                          copy(part, (char *)part->workspace + at, pitch, come, width, rows) != 0)) {
            return -1;
        }
        at += width;
    }
    part->a = part->workspace;
    return 0;
}

/* All rows of the own columns of B, from the own column of the grid. */
static int gather_b(Task *part, const NcclTeam *team, const Seat *seat)
{
    const size_t width = seat->own.columns * TILE_ELEMENT;
    char *to = (char *)part->workspace + seat->b_at;
    if (width == 0 || seat->shape.rows == 1) {
        return 0;
    }
    for (unsigned root = 0; root < seat->shape.rows; root++) {
        const size_t rows = distribution_rows(&seat->shape.of_rows, root);
        if (rows > 0 && ((root == seat->own.row && copy(part, to, width, part->b, width, rows) != 0) ||
                         broadcast(part, team, root, to, rows * width) != 0)) {
            return -1;
        }
        to += rows * width;
    }
    part->b = (char *)part->workspace + seat->b_at;
    return 0;
}

static int open_task(Task *task)
{
    const GridShape shape = part_shape(&variant_gpu_matmul_ranks_two_d, task->point);
    return gpu_nccl_open_grid(task, &shape);
}

static int run(const Task *task)
{
    Task part = part_task(task, 0);
    const Seat seat = seat_of(task->point, task->parts[0].member);
    const NcclGrid *grid = (const NcclGrid *)task->handle;
    if (grid != NULL && /* there is none in a recorded launch */
        (gather_a(&part, grid->in_row, &seat) != 0 || gather_b(&part, grid->in_column, &seat) != 0)) {
        return -1;
    }
    if (seat.own.rows == 0 || seat.own.columns == 0) {
        return 0;
    }
    part.workspace = (char *)part.workspace + seat.sums_at;
    StreamKPlan<TilePanels> plan;
    return stream_k_any<MbarrierShapes>(&part, product_of(&part, &seat), true, &plan);
}

const Variant variant_gpu_matmul_ranks_two_d = {
    .workload = "matmul",
    .name = "gpu/ranks_two_d",
    .idea = "GPUs of processes in a grid: A travels along its rows, B along its columns",
    .source = "van de Geijn, Watts: SUMMA, 1997; NVIDIA, NCCL documentation",
    .after = "gpu/nccl_ahead",
    .types = INT32 | FLOAT32,
    .axes = AXIS_RANKS,
    .flags = VARIANT_DISTINCT | VARIANT_GRID,
    .missing = broadcast_missing,
    .workspace = workspace,
    .describe = gpu_nccl_describe,
    .open = open_task,
    .close = gpu_nccl_close_grid,
    .run = run,
};
