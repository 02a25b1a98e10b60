/* Products on several GPUs: the distribution of the matrices, and the panels of B that all GPUs need.
 *
 * Device d has a block of rows of A, of B and of the result. It multiplies its rows of A by all of B, most of
 * whose rows the others have. It gathers them in its workspace, each where it is in B: n x n elements. A
 * panel is a range of columns of B; it can be multiplied as soon as these columns of all rows have arrived,
 * over all k in one launch.
 *
 * The first panel is narrow, so that multiplying begins soon. A wave is a tile for each multiprocessor: the
 * panel has the tiles that do not make a whole one, and one wave more. These are split, and whole waves are
 * left. Each panel after it is as wide as all before it, up to a quarter of B, as more is multiplied by then.
 * One device has all of B, and one panel.
 *
 * The devices are those of one process, or one of each rank: a process enqueues the work of its own devices.
 */
#pragma once

#include <cuda_runtime.h>
#include <stdlib.h>

#include "common/distribution/block_cyclic.h"
#include "common/size.h"
#include "gpu/capability.h"
#include "gpu/grid.h"
#include "gpu/matmul/kernels/panel_product.h"
#include "gpu/nccl.h"
#include "gpu/parts.h"

enum { PANELS_ELEMENT = 4, PANELS_STEP = 256 }; /* bytes; alignment of the parts of a workspace */
enum { PANELS_AT_LEAST = 4 };                   /* no panel but the first is wider than B over this */
enum { PANELS_TILE_ROWS = 128, PANELS_TILE_COLUMNS = 256 }; /* of the largest tile of a kernel */
enum { PANELS_STREAMS = 2 };                                /* that multiply */

/* How the devices of a point share its product. */
typedef struct Panels {
    size_t n, block;       /* rows of a device; the last ones may have fewer, or none */
    unsigned devices, own; /* in all; of this process, the task's parts */
    size_t first_columns, most_columns;
    size_t b_bytes; /* of the workspace: all of B, where it is gathered */
} Panels;

/* Columns, all or a multiple of a tile's, that have at least so many tiles. */
static inline size_t panels_columns(const Panels *panels, unsigned tiles)
{
    const unsigned down = gpu_blocks(panels->block, PANELS_TILE_ROWS);
    return size_min(gpu_blocks(tiles, down) * (size_t)PANELS_TILE_COLUMNS, panels->n);
}

static inline Panels panels_of(const Point *point)
{
    Panels panels = {};
    panels.n = point->n;
    panels.devices = part_team(point);
    panels.own = part_own(point);
    panels.block = distribution_even_block(panels.n, panels.devices);
    panels.b_bytes = panels.devices > 1 ? size_round_up(point_matrix_bytes(point), PANELS_STEP) : 0;
    const unsigned wave = gpu_multiprocessors();
    const unsigned tiles =
        gpu_blocks(panels.block, PANELS_TILE_ROWS) * gpu_blocks(panels.n, PANELS_TILE_COLUMNS);
    panels.first_columns = panels.devices == 1 ? panels.n : panels_columns(&panels, wave + tiles % wave);
    panels.most_columns = size_round_up((panels.n - 1) / PANELS_AT_LEAST + 1, PANELS_TILE_COLUMNS);
    return panels;
}

/* The panel after this one, {0, 0} before the first; without columns behind the last. */
static inline Panel panels_next(const Panels *panels, Panel panel)
{
    const size_t done = panel.first + panel.columns;
    const size_t wish = done == 0 ? panels->first_columns : size_min(done, panels->most_columns);
    const Panel next = {done, size_min(wish, panels->n - done)};
    return next;
}

/* For Variant.workspace. Products of two panels run at the same time. */
static inline size_t panels_workspace(const Point *point)
{
    return size_add(panels_of(point).b_bytes, PANELS_STREAMS * panel_product_bytes());
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

/* ---- look-ahead: panels arrive while those before are multiplied; peer_ahead describes the idea ----
 *
 * Each device has four streams:
 *
 *     come[0], come[1]  copy the panels, in order; a panel has arrived when both have recorded `arrived`
 *     its own, beside   multiply them alternately, each panel when it has arrived
 *
 * All begin when the device's own stream reaches the task, and that stream continues when all are done.
 * Panels lie beside each other in the workspace and none is overwritten during the task: products wait for
 * copies, never the other way round. */

enum { AHEAD_WAYS = 2 }; /* streams that copy panels */

/* The streams of a device beside its own. An event is recorded again once all waits for it are enqueued. */
typedef struct AheadDevice {
    cudaStream_t come[AHEAD_WAYS], beside;
    cudaEvent_t ready, arrived[AHEAD_WAYS], done; /* ready: on the own stream, for the others */
} AheadDevice;

/* A task's handle. */
typedef struct Ahead {
    NcclTeam *team; /* of nccl_ahead, else NULL */
    AheadDevice device[MOST_DEVICES];
} Ahead;

/* Enqueues, for all devices, copies of the panel on their streams `come`, and records `arrived` there. */
typedef int AheadFetch(const Task *task, const Panels *panels, Panel panel);

/* Enqueues the panel's product for device `d`, the current one, on own->stream, by the stream of that index.
 */
typedef int AheadMultiply(const Task *own, const Panels *panels, Panel panel, unsigned d,
                          unsigned stream_index);

static inline const AheadDevice *ahead_device(const Task *task, unsigned d)
{
    return &((const Ahead *)task->handle)->device[d];
}

/* For Variant.close. */
static inline void ahead_close(Task *task)
{
    Ahead *ahead = (Ahead *)task->handle;
    if (ahead == NULL) {
        return;
    }
    gpu_nccl_close(ahead->team);
    for (AheadDevice &device : ahead->device) {
        for (cudaStream_t stream : {device.come[0], device.come[1], device.beside}) {
            if (stream != NULL) {
                (void)cudaStreamDestroy(stream);
            }
        }
        for (cudaEvent_t event : {device.ready, device.arrived[0], device.arrived[1], device.done}) {
            if (event != NULL) {
                (void)cudaEventDestroy(event);
            }
        }
    }
    free(ahead);
    task->handle = NULL;
}

/* Streams that copy have the highest priority, for copies by kernels; both that multiply have the same one.
 */
static inline int ahead_open_device(const Task *task, AheadDevice *device, cudaStream_t own)
{
    int lowest, highest, priority;
    if (GPU_CHECK(task, cudaDeviceGetStreamPriorityRange(&lowest, &highest)) != 0 ||
        GPU_CHECK(task, cudaStreamGetPriority(own, &priority)) != 0 ||
        GPU_CHECK(task, cudaStreamCreateWithPriority(&device->beside, cudaStreamNonBlocking, priority)) !=
            0) {
        return -1;
    }
    for (cudaStream_t &stream : device->come) {
        if (GPU_CHECK(task, cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, highest)) != 0) {
            return -1;
        }
    }
    for (cudaEvent_t *event : {&device->ready, &device->arrived[0], &device->arrived[1], &device->done}) {
        if (GPU_CHECK(task, cudaEventCreateWithFlags(event, cudaEventDisableTiming)) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The handle takes over `team`, also on failure. One device needs no streams. 0 or -1. */
static inline int ahead_open_team(Task *task, NcclTeam *team)
{
    Ahead *ahead = (Ahead *)calloc(1, sizeof *ahead);
    task->handle = ahead;
    if (ahead == NULL) {
        gpu_nccl_close(team);
        return error_set(task->error, "no memory for the streams of a task");
    }
    ahead->team = team;
    for (unsigned d = 0; part_team(task->point) > 1 && d < part_own(task->point); d++) {
        if (part_enter(task, d) != 0 ||
            ahead_open_device(task, &ahead->device[d], part_stream(task, d)) != 0) {
            ahead_close(task);
            return -1;
        }
    }
    return 0;
}

/* For Variant.open, of rungs without NCCL. */
static inline int ahead_open(Task *task)
{
    return ahead_open_team(task, NULL);
}

static inline int ahead_wait(const Task *task, cudaStream_t stream, cudaEvent_t event)
{
    return GPU_CHECK(task, cudaStreamWaitEvent(stream, event, 0));
}

/* For an AheadFetch: the panel has arrived when the copies enqueued so far on device `d` are done. */
static inline int ahead_arrived(const Task *task, unsigned d)
{
    const AheadDevice *device = ahead_device(task, d);
    for (unsigned way = 0; way < AHEAD_WAYS; way++) {
        if (GPU_CHECK(task, cudaEventRecord(device->arrived[way], device->come[way])) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The rows of device `from`, to the workspace of device `d`. */
static inline int ahead_pull(const Task *task, const Panels *panels, Panel panel, unsigned d, unsigned from,
                             cudaStream_t stream)
{
    const size_t pitch = panels->n * PANELS_ELEMENT;
    const char *source = (const char *)task->parts[from].b + panel.first * PANELS_ELEMENT;
    void *to = panels_b(task, panels, d, from * panels->block, panel.first);
    return GPU_CHECK(task, cudaMemcpy2DAsync(to, pitch, source, pitch, panel.columns * PANELS_ELEMENT,
                                             task->parts[from].rows, cudaMemcpyDefault, stream));
}

/* An AheadFetch. A device begins with its neighbor, so that not all read from the same one; its own rows are
 * last, at the same time as those of its last neighbor. */
static inline int ahead_fetch_peers(const Task *task, const Panels *panels, Panel panel)
{
    for (unsigned d = 0; d < panels->devices && task->parts[d].rows > 0; d++) {
        if (part_enter(task, d) != 0) {
            return -1;
        }
        for (unsigned i = 0; i < panels->devices; i++) {
            const unsigned from = (d + 1 + i) % panels->devices;
            if (task->parts[from].rows > 0 &&
                ahead_pull(task, panels, panel, d, from, ahead_device(task, d)->come[i % AHEAD_WAYS]) != 0) {
                return -1;
            }
        }
        if (ahead_arrived(task, d) != 0) {
            return -1;
        }
    }
    return 0;
}

static inline int ahead_wait_arrived(const Task *task, unsigned d, cudaStream_t stream)
{
    for (cudaEvent_t arrived : ahead_device(task, d)->arrived) {
        if (ahead_wait(task, stream, arrived) != 0) {
            return -1;
        }
    }
    return 0;
}

static inline int ahead_fork(const Task *task, unsigned d)
{
    const AheadDevice *device = ahead_device(task, d);
    if (part_enter(task, d) != 0 ||
        GPU_CHECK(task, cudaEventRecord(device->ready, part_stream(task, d))) != 0) {
        return -1;
    }
    for (cudaStream_t stream : {device->come[0], device->come[1], device->beside}) {
        if (ahead_wait(task, stream, device->ready) != 0) {
            return -1;
        }
    }
    return 0;
}

static inline int ahead_join(const Task *task, unsigned d)
{
    const AheadDevice *device = ahead_device(task, d);
    if (part_enter(task, d) != 0 || GPU_CHECK(task, cudaEventRecord(device->done, device->beside)) != 0 ||
        ahead_wait(task, part_stream(task, d), device->done) != 0) {
        return -1;
    }
    return ahead_wait_arrived(task, d, part_stream(task, d));
}

/* The panel's products on all devices, once it has arrived. */
static inline int ahead_panel(const Task *task, const Panels *panels, Panel panel, unsigned stream_index,
                              AheadMultiply *multiply)
{
    for (unsigned d = 0; d < panels->own && task->parts[d].rows > 0; d++) {
        Task own = panels_task(task, panels, d);
        own.stream = stream_index == 0 ? own.stream : ahead_device(task, d)->beside;
        if (part_enter(task, d) != 0 || ahead_wait_arrived(task, d, (cudaStream_t)own.stream) != 0 ||
            multiply(&own, panels, panel, d, stream_index) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The whole task. One device multiplies all at once, on its own stream. */
static inline int ahead_run(const Task *task, const Panels *panels, AheadFetch *fetch,
                            AheadMultiply *multiply)
{
    Panel panel = panels_next(panels, {0, 0});
    if (panels->devices == 1) {
        const Task own = panels_task(task, panels, 0);
        return multiply(&own, panels, panel, 0, 0);
    }
    for (unsigned d = 0; d < panels->own; d++) {
        if (ahead_fork(task, d) != 0) {
            return -1;
        }
    }
    for (unsigned stream_index = 0; panel.columns > 0; stream_index = (stream_index + 1) % PANELS_STREAMS) {
        if (fetch(task, panels, panel) != 0 ||
            ahead_panel(task, panels, panel, stream_index, multiply) != 0) {
            return -1;
        }
        panel = panels_next(panels, panel);
    }
    for (unsigned d = 0; d < panels->own; d++) {
        if (ahead_join(task, d) != 0) {
            return -1;
        }
    }
    return 0;
}

/* An AheadMultiply by panel_product. */
static inline int ahead_multiply(const Task *own, const Panels *, Panel panel, unsigned d,
                                 unsigned stream_index)
{
    Task task = *own;
    task.workspace = (char *)own->workspace + stream_index * panel_product_bytes();
    return panel_product(&task, own->parts[d].rows, panel);
}
