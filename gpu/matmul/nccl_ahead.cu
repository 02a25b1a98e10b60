/* Matrix product on several GPUs: a panel of B is broadcast while those before are multiplied.
 *
 * In nccl_broadcast nothing is multiplied until all of B is there. But a column of the result needs a column
 * of B only: so B comes in panels of columns, and as soon as the first is there it is multiplied, while the
 * second comes, and so on. The first is narrow, the others are each as wide as all before, up to a quarter of
 * B. Products take turns on two streams, so that one fills the last wave of the other.
 *
 * A broadcast takes memory that lies in one piece, and rows of a panel do not: an owner first copies its rows
 * of the panel to a place where they lie one behind the other, and everybody copies the whole panel from
 * there to where its columns are in B. NCCL's kernels need multiprocessors, which the product has: in a
 * stream of high priority they get those that are free next, on all GPUs, one after the other.
 *
 * Any number of GPUs gives the bits of in_order on one, where each has more tiles than fit on it at a time;
 * where it has less there is one panel, and nothing is ahead.
 * What bounds it: multiprocessors that NCCL's kernels take from the product, and keep while they wait for
 * those of the other GPUs.
 * Limits: B lies on every GPU, and a panel of it twice. Needs NCCL, which wants each device to be a GPU of
 * its own. Source: NVIDIA, NCCL documentation, "Collective Operations"; NVIDIA, CUDA C++ Programming Guide,
 * "Overlapping Data Transfers". */
#include <stdlib.h>

#include "gpu/matmul/ahead.cuh"
#include "gpu/matmul/nccl_panel.cuh"

/* A task's handle. */
typedef struct Handle {
    Ahead ahead;
    NcclTeam *team;
} Handle;

/* Elements of the place where a panel is in one piece, if there is more than one. */
static size_t staged(const Panels *panels)
{
    const size_t widest =
        size_min(panels->n,
                 panels->first_columns > panels->most_columns ? panels->first_columns : panels->most_columns);
    return panels->first_columns == panels->n ? 0 : size_mul(panels->n, widest);
}

static size_t workspace(const Point *point)
{
    const Panels panels = panels_of(point);
    return size_add(size_round_up(panels_workspace(point), PANELS_STEP),
                    size_mul(staged(&panels), PANELS_ELEMENT));
}

/* Device `d`'s. */
static void *stage(const Task *task, const Panels *panels, unsigned d)
{
    const size_t before = size_round_up(panels->b_bytes + panels->relay_bytes, PANELS_STEP);
    return (char *)task->parts[d].workspace + before;
}

/* From the place in one piece to B. */
static int spread(const Task *task, const Panels *panels, RelayPanel panel, unsigned d, cudaStream_t stream)
{
    const size_t width = panel.columns * PANELS_ELEMENT, pitch = panels->n * PANELS_ELEMENT;
    return GPU_CHECK(task, cudaMemcpy2DAsync(panels_b(task, panels, d, 0, panel.first), pitch,
                                             stage(task, panels, d), width, width, panels->n,
                                             cudaMemcpyDefault, stream));
}

/* The place is free for the next panel when this one has been copied from it: the same stream does both. */
static int fetch(const Task *task, const Panels *panels, RelayPanel panel)
{
    const Handle *handle = (const Handle *)task->handle;
    const bool is_whole = panel.columns == panels->n; /* and in one piece as it is */
    void *to[MOST_DEVICES], *streams[MOST_DEVICES];
    for (unsigned d = 0; d < panels->devices; d++) {
        to[d] = is_whole ? panels_b(task, panels, d, 0, 0) : stage(task, panels, d);
        streams[d] = handle->ahead.device[d].come[0];
    }
    if (nccl_panel(task, panels, handle->team, panel, to, streams) != 0) {
        return -1;
    }
    for (unsigned d = 0; d < panels->devices; d++) {
        if (part_enter(task, d) != 0 ||
            (!is_whole && spread(task, panels, panel, d, (cudaStream_t)streams[d]) != 0) ||
            ahead_arrived(task, &handle->ahead, d) != 0) {
            return -1;
        }
    }
    return 0;
}

static int run(const Task *task)
{
    const Panels panels = panels_of(task->point);
    const Handle *handle = (const Handle *)task->handle;
    return ahead_run(task, handle != NULL ? &handle->ahead : NULL, &panels, fetch, ahead_multiply);
}

static void close_handle(Task *task)
{
    Handle *handle = (Handle *)task->handle;
    if (handle != NULL) {
        gpu_nccl_close(handle->team);
        ahead_close(&handle->ahead);
    }
    free(handle);
    task->handle = NULL;
}

static int open_handle(Task *task)
{
    Handle *handle = (Handle *)calloc(1, sizeof *handle);
    task->handle = handle;
    if (handle == NULL) {
        return error_set(task->error, "no memory for the streams of a task");
    }
    if (ahead_open(task, &handle->ahead) != 0 || gpu_nccl_open(task, &handle->team) != 0) {
        close_handle(task);
        return -1;
    }
    return 0;
}

static const char *missing(void)
{
    const char *reason = relay_missing();
    return reason != NULL ? reason : gpu_nccl_missing();
}

extern "C" {
extern const Variant variant_gpu_matmul_nccl_ahead;
}
const Variant variant_gpu_matmul_nccl_ahead = {
    .workload = "matmul",
    .name = "gpu/nccl_ahead",
    .idea = "panels of B are broadcast by NCCL while those before are multiplied, in turns on two streams",
    .source = "NVIDIA, NCCL documentation; NVIDIA, CUDA C++ Programming Guide: Overlapping Data Transfers",
    .after = "gpu/nccl_broadcast",
    .types = INT32 | FLOAT32,
    .axes = AXIS_DEVICES,
    .flags = VARIANT_DISTINCT,
    .missing = missing,
    .workspace = workspace,
    .describe = gpu_nccl_describe,
    .open = open_handle,
    .close = close_handle,
    .run = run,
};
