/* Matrix product on a grid of GPUs, one in each process: A is broadcast along grid rows, B along grid columns
 * (SUMMA).
 *
 * In nccl_ahead each GPU has whole rows and receives all of B: n^2 elements however many GPUs there are,
 * while each computes less. Here each has a rectangle of A, of B and of the result. For its rectangle of the
 * result it needs the rows of A of its grid row and the columns of B of its grid column: of P x P GPUs each
 * receives 2 n^2 / P elements, and needs memory for them.
 *
 *     one after the other, each broadcasts its rectangle of A along its grid row, and that of B along its
 * grid column out = (own rows of A) (own columns of B), all k in one launch
 *
 * The kernel is that of mbarrier_pipeline. A received rectangle of A is contiguous and is copied beside the
 * others at the pitch of A's rows; a received rectangle of B is a part of its columns as it is. A grid is as
 * nearly square as the number of GPUs allows (common/distribution/process_grid.h), and each of its rows and
 * columns has a communicator.
 *
 * Bound: no GPU multiplies while A and B arrive. Less is received than in nccl_ahead from four GPUs on, and
 * less memory needed from eight. A prime number of GPUs is one grid row, and all of A goes to every GPU, as
 * all of B does there.
 * Limits: a GPU for each process; NCCL. No look-ahead. Where tiles are split, float32 differs by a rounding
 * from the result of one GPU (stream_k_ordered).
 * Source: van de Geijn, Watts: SUMMA, 1997; Agarwal, Gustavson, Zubair: A high-performance
 * matrix-multiplication algorithm on a distributed-memory parallel computer, 1994. */
#include "common/size.h"
#include "gpu/matmul/kernels/mbarrier_pipeline.cuh"
#include "gpu/matmul/kernels/stream_k.cuh"
#include "gpu/matmul/multi_gpu/nccl_panel.cuh"

enum { STEP = 256 }; /* bytes; alignment of the parts of a workspace */

extern "C" {
extern const Variant variant_gpu_matmul_ranks_two_d;
}

/* A GPU of the grid, and where its workspace holds the operands. */
typedef struct GridGpu {
    GridShape shape;
    GridPart own;
    size_t come_at, b_at, sums_at; /* bytes; A's rows are at 0, the rectangle received last at come_at */
} GridGpu;

static GridGpu gpu_of(const Point *point, unsigned member)
{
    GridGpu gpu = {};
    gpu.shape = part_shape(&variant_gpu_matmul_ranks_two_d, point);
    gpu.own = grid_part(&gpu.shape, member);
    const size_t rows = grid_most_rows(&gpu.shape), columns = grid_most_columns(&gpu.shape);
    const size_t row_bytes = size_mul(point->n, TILE_ELEMENT);
    if (gpu.shape.columns > 1) {
        gpu.come_at = size_round_up(size_mul(rows, row_bytes), STEP);
        gpu.b_at = size_add(gpu.come_at, size_round_up(size_mul(rows, columns * TILE_ELEMENT), STEP));
    }
    gpu.sums_at = gpu.b_at;
    if (gpu.shape.rows > 1) {
        gpu.sums_at = size_add(gpu.b_at, size_round_up(size_mul(columns, row_bytes), STEP));
    }
    return gpu;
}

static TilePanels product_of(const Task *task, const GridGpu *gpu)
{
    TilePanels product = {};
    (TileProduct &)product = tile_matrices(task);
    product.height = (unsigned)gpu->own.rows;
    product.width = (unsigned)gpu->own.columns;
    return product;
}

static size_t workspace(const Point *point)
{
    Task task = {};
    size_t most = 0;
    task.point = point;
    for (unsigned member = 0; member < part_team(point); member++) {
        const GridGpu gpu = gpu_of(point, member);
        StreamKPlan<TilePanels> plan = {};
        if (gpu.own.rows > 0 && gpu.own.columns > 0) {
            (void)stream_k_any<MbarrierShapes>(&task, product_of(&task, &gpu), false, &plan);
        }
        const size_t bytes = size_add(gpu.sums_at, plan.bytes);
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
static int gather_a(Task *part, const NcclTeam *team, const GridGpu *gpu)
{
    const size_t rows = gpu->own.rows, pitch = part->point->n * TILE_ELEMENT;
    size_t at = 0;
    if (rows == 0 || gpu->shape.columns == 1) {
        return 0;
    }
    for (unsigned root = 0; root < gpu->shape.columns; root++) {
        const size_t width = distribution_rows(&gpu->shape.of_columns, root) * TILE_ELEMENT;
        void *come = root == gpu->own.column ? (void *)part->a : (char *)part->workspace + gpu->come_at;
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
static int gather_b(Task *part, const NcclTeam *team, const GridGpu *gpu)
{
    const size_t width = gpu->own.columns * TILE_ELEMENT;
    char *to = (char *)part->workspace + gpu->b_at;
    if (width == 0 || gpu->shape.rows == 1) {
        return 0;
    }
    for (unsigned root = 0; root < gpu->shape.rows; root++) {
        const size_t rows = distribution_rows(&gpu->shape.of_rows, root);
        if (rows > 0 && ((root == gpu->own.row && copy(part, to, width, part->b, width, rows) != 0) ||
                         broadcast(part, team, root, to, rows * width) != 0)) {
            return -1;
        }
        to += rows * width;
    }
    part->b = (char *)part->workspace + gpu->b_at;
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
    const GridGpu gpu = gpu_of(task->point, task->parts[0].member);
    const NcclGrid *grid = (const NcclGrid *)task->handle;
    if (grid != NULL && /* there is none in a recorded launch */
        (gather_a(&part, grid->in_row, &gpu) != 0 || gather_b(&part, grid->in_column, &gpu) != 0)) {
        return -1;
    }
    if (gpu.own.rows == 0 || gpu.own.columns == 0) {
        return 0;
    }
    part.workspace = (char *)part.workspace + gpu.sums_at;
    StreamKPlan<TilePanels> plan;
    return stream_k_any<MbarrierShapes>(&part, product_of(&part, &gpu), true, &plan);
}

const Variant variant_gpu_matmul_ranks_two_d = {
    .workload = "matmul",
    .name = "gpu/ranks_two_d",
    .idea = "a grid of GPUs, one in each process: A is broadcast along its rows, B along its columns",
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
