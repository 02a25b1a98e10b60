/* matmul cpu/summa_ahead: cpu/summa with the next panels broadcast during the product of the current ones.
 * Library: MPI
 *
 * In cpu/summa processors wait for broadcasts, and the network waits for products. Here the broadcasts of the
 * next panels start (MPI_Ibcast) before the product of the current ones, into a second pair of buffers, and
 * are completed after it. Most MPI libraries progress a broadcast only within calls, so the main thread tests
 * it between two pieces of a submatrix.
 *
 * Limits: twice the buffers. Broadcasts take memory bandwidth and part of a core from the product, so within
 * one machine, where a panel is only copied, the gain is small or none.
 *
 * Source: van de Geijn, Watts: SUMMA: scalable universal matrix multiplication algorithm, Concurrency:
 * Practice and Experience 9, 1997. */
#include "cpu/matmul/summa.h"

extern const Variant variant_cpu_matmul_summa_ahead;

/* Panels in flight, or received. */
typedef struct Flight {
    Panel panel;
    PanelBuffers buffers;
    MPI_Request requests[2];
} Flight;

/* Starts the broadcasts of the panel at k, if there is one. */
static void begin(const Task *task, size_t k, Flight *flight)
{
    const Grid *grid = task->grid;
    flight->panel = grid_panel(&grid->shape, k, PANEL);
    const Panel *panel = &flight->panel;
    if (panel->depth == 0) {
        return;
    }
    const MPI_Datatype element = element_datatype(task->point);
    panel_prepare(task, panel, &flight->buffers);
    MPI_Ibcast(flight->buffers.a, (int)(grid->own_rows * panel->depth), element, (int)panel->column,
               grid->in_row, &flight->requests[0]);
    MPI_Ibcast((Word *)(uintptr_t)flight->buffers.sent_b, (int)(panel->depth * grid->own_columns), element,
               (int)panel->row, grid->in_column, &flight->requests[1]);
}

static int run(const Task *task)
{
    const GridShape *shape = &task->grid->shape;
    const Point *point = task->point;
    Word *packed = task->workspace, *words = packed + panel_packed_bytes(shape, point) / sizeof(Word);
    Flight flights[] = {
        {.buffers = panel_buffers_in(shape, point, words)},
        {.buffers = panel_buffers_in(shape, point, words + panel_buffer_bytes(shape, point) / sizeof(Word))}};
    Flight *now = &flights[0], *next = &flights[1];
    begin(task, 0, now);
    while (now->panel.depth > 0) {
        MPI_Waitall(2, now->requests, MPI_STATUSES_IGNORE);
        begin(task, now->panel.k + now->panel.depth, next);
        panel_multiply(task, &now->panel, &now->buffers, packed, next->requests,
                       next->panel.depth > 0 ? 2 : 0);
        Flight *done = now;
        now = next;
        next = done;
    }
    return 0;
}

static size_t workspace(const Point *point)
{
    const GridShape shape = grid_shape(&variant_cpu_matmul_summa_ahead, point);
    return size_add(panel_packed_bytes(&shape, point), size_mul(2, panel_buffer_bytes(&shape, point)));
}

const Variant variant_cpu_matmul_summa_ahead = {
    .workload = "matmul",
    .name = "cpu/summa_ahead",
    .idea = "the next panels are broadcast while the current ones are multiplied",
    .source = "van de Geijn, Watts, Concurrency 9, 1997",
    .after = "cpu/summa",
    .types = INT32 | FLOAT32 | FLOAT64,
    .axes = AXIS_OPENMP_THREADS | AXIS_RANKS,
    .workspace = workspace,
    .describe = isa_describe,
    .run = run,
};
