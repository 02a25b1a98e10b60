/* Products on several GPUs: the distribution of the matrices, and the panels of B that all GPUs need.
 *
 * Device d has a block of rows of A, of B and of the result. It multiplies its rows of A by all of B, most of
 * whose rows the others have. It gathers them in its workspace, each where it is in B: n x n elements. A
 * panel is a range of columns of B; it can be multiplied as soon as these columns of all rows have arrived,
 * over all k in one launch, so that sums are made in the same order as on one GPU.
 *
 * The first panel is as narrow as stream_k_ordered's cuts allow, so that multiplying begins soon; each one
 * after that is as wide as all before it, up to a quarter of B, as more is multiplied by then. One device has
 * all of B, and one panel.
 *
 * The devices are those of one process, or one of each rank: a process enqueues the work of its own devices.
 */
#pragma once

#include "common/distribution/block_cyclic.h"
#include "common/size.h"
#include "gpu/matmul/kernels/compute_capability.cuh"
#include "gpu/matmul/kernels/stream_k_ordered.h"
#include "gpu/nccl.h"
#include "gpu/parts.h"

enum { PANELS_ELEMENT = 4, PANELS_STEP = 256 }; /* bytes; alignment of the parts of a workspace */
enum { PANELS_AT_LEAST = 4 };                   /* no panel but the first is wider than B over this */

/* How the devices of a point share its product. */
typedef struct Panels {
    size_t n, block;       /* rows of a device; the last ones may have fewer, or none */
    unsigned devices, own; /* in all; of this process, the task's parts */
    bool is_small;         /* see stream_k_ordered.h; then there is one panel */
    size_t first_columns, most_columns;
    size_t b_bytes, ordered_bytes; /* of the workspace: all of B, where it is gathered; after it */
} Panels;

static inline size_t panels_rows(const Panels *panels, unsigned d)
{
    const Distribution distribution = {panels->n, panels->block, panels->devices};
    return distribution_rows(&distribution, d);
}

/* All but the widths of panels. */
static inline Panels panels_rows_of(const Point *point)
{
    Panels panels = {};
    panels.n = point->n;
    panels.devices = part_team(point);
    panels.own = part_own(point);
    panels.block = distribution_even_block(panels.n, panels.devices);
    panels.b_bytes = panels.devices > 1 ? size_round_up(point_matrix_bytes(point), PANELS_STEP) : 0;
    return panels;
}

static inline Panels panels_of(const Point *point)
{
    Panels panels = panels_rows_of(point);
    const OrderedPlan most = ordered_plan(point, panels.block);
    panels.is_small = most.is_small;
    for (unsigned d = 0; d < panels.devices && panels_rows(&panels, d) > 0; d++) {
        const size_t rows = panels_rows(&panels, d);
        const OrderedPlan plan = ordered_plan(point, rows);
        const size_t bytes = panels.is_small ? ordered_small_bytes(point, rows) : plan.bytes;
        panels.ordered_bytes = bytes > panels.ordered_bytes ? bytes : panels.ordered_bytes;
        panels.first_columns =
            plan.first_columns > panels.first_columns ? plan.first_columns : panels.first_columns;
    }
    if (panels.is_small || panels.devices == 1) {
        panels.first_columns = panels.n;
    }
    panels.most_columns = size_round_up((panels.n - 1) / PANELS_AT_LEAST + 1, most.tile_columns);
    return panels;
}

/* The panel after this one, {0, 0} before the first; without columns behind the last. */
static inline OrderedPanel panels_next(const Panels *panels, OrderedPanel panel)
{
    const size_t done = panel.first + panel.columns;
    const size_t wish = done == 0 ? panels->first_columns : size_min(done, panels->most_columns);
    const OrderedPanel next = {done, size_min(wish, panels->n - done)};
    return next;
}

/* For Variant.workspace. */
static inline size_t panels_workspace(const Point *point)
{
    const Panels panels = panels_of(point);
    return size_add(panels.b_bytes, panels.ordered_bytes);
}

/* Where row `row` and column `column` of B are gathered on device `d` of this process. */
static inline void *panels_b(const Task *task, const Panels *panels, unsigned d, size_t row, size_t column)
{
    return (char *)task->parts[d].workspace + (row * panels->n + column) * PANELS_ELEMENT;
}

/* The task of device `d` of this process: its rows, and all of B. */
static inline Task panels_task(const Task *task, const Panels *panels, unsigned d)
{
    Task own = part_task(task, d);
    if (panels->devices > 1) {
        own.b = own.workspace;
        own.workspace = (char *)own.workspace + panels->b_bytes;
    }
    return own;
}

/* The product of device `d` in one launch. 0 or -1. */
static inline int panels_multiply_all(const Task *task, const Panels *panels, unsigned d)
{
    const Task own = panels_task(task, panels, d);
    const OrderedPanel all = {0, panels->n};
    return ordered_run(&own, task->parts[d].rows, panels->is_small, all);
}

/* ---- a panel by NCCL ---- */

/* For Variant.missing. */
static inline const char *broadcast_missing(void)
{
    const char *reason = cp_async_missing();
    return reason != NULL ? reason : gpu_nccl_missing();
}

/* Enqueues on streams[d]: the panel is copied to to[d], on every device d of this process, n contiguous rows.
 * NCCL needs contiguous memory: so each device first copies its own rows to their place in to[d], and they
 * are gathered from there. 0 or -1. */
static inline int nccl_panel(const Task *task, const Panels *panels, NcclTeam *team, OrderedPanel panel,
                             void *const *to, void *const *streams)
{
    const size_t width = panel.columns * PANELS_ELEMENT, pitch = panels->n * PANELS_ELEMENT;
    const size_t block_bytes = panels->block * width;
    for (unsigned d = 0; d < panels->own && task->parts[d].rows > 0; d++) {
        const char *from = (const char *)task->parts[d].b + panel.first * PANELS_ELEMENT;
        if (part_enter(task, d) != 0 ||
            GPU_CHECK(task, cudaMemcpy2DAsync((char *)to[d] + task->parts[d].member * block_bytes, width,
                                              from, pitch, width, task->parts[d].rows, cudaMemcpyDefault,
                                              (cudaStream_t)streams[d])) != 0) {
            return -1;
        }
    }
    return gpu_nccl_all_gather(task, team, to, streams, block_bytes, panels->n * width);
}
