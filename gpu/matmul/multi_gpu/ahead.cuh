/* Panels of B that arrive while the panels before them are multiplied, for the rungs over several GPUs with
 * look-ahead. peer_ahead describes the idea; this file has the streams and the copies from other GPUs.
 *
 * Each device has four streams:
 *
 *     come[0], come[1]  copy the panels, in order; a panel has arrived when both have recorded `arrived`
 *     its own, beside   multiply them alternately, each panel when it has arrived
 *
 * All begin when the device's own stream reaches the task, and that stream continues when all are done.
 * Panels lie beside each other in the workspace and none is overwritten during the task: products wait for
 * copies, never the other way round. */
#pragma once

#include <cuda_runtime.h>
#include <stdlib.h>

#include "gpu/matmul/multi_gpu/panels.cuh"

enum { AHEAD_WAYS = 2, AHEAD_STREAMS = 2 }; /* streams that copy panels, that multiply */

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
typedef int AheadFetch(const Task *task, const Panels *panels, OrderedPanel panel);

/* Enqueues the panel's product for device `d`, the current one, on own->stream, by the stream of that index.
 */
typedef int AheadMultiply(const Task *own, const Panels *panels, OrderedPanel panel, unsigned d,
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
static inline int ahead_pull(const Task *task, const Panels *panels, OrderedPanel panel, unsigned d,
                             unsigned from, cudaStream_t stream)
{
    const size_t pitch = panels->n * PANELS_ELEMENT;
    const char *source = (const char *)task->parts[from].b + panel.first * PANELS_ELEMENT;
    void *to = panels_b(task, panels, d, from * panels->block, panel.first);
    return GPU_CHECK(task, cudaMemcpy2DAsync(to, pitch, source, pitch, panel.columns * PANELS_ELEMENT,
                                             task->parts[from].rows, cudaMemcpyDefault, stream));
}

/* An AheadFetch. A device begins with its neighbor, so that not all read from the same one; its own rows are
 * last, at the same time as those of its last neighbor. */
static inline int ahead_fetch_peers(const Task *task, const Panels *panels, OrderedPanel panel)
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
static inline int ahead_panel(const Task *task, const Panels *panels, OrderedPanel panel,
                              unsigned stream_index, AheadMultiply *multiply)
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
    OrderedPanel panel = panels_next(panels, {0, 0});
    if (panels->devices == 1) {
        const Task own = panels_task(task, panels, 0);
        return multiply(&own, panels, panel, 0, 0);
    }
    for (unsigned d = 0; d < panels->own; d++) {
        if (ahead_fork(task, d) != 0) {
            return -1;
        }
    }
    for (unsigned stream_index = 0; panel.columns > 0; stream_index = (stream_index + 1) % AHEAD_STREAMS) {
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

/* An AheadMultiply by stream_k_ordered. */
static inline int ahead_multiply(const Task *own, const Panels *panels, OrderedPanel panel, unsigned d,
                                 unsigned)
{
    return ordered_run(own, own->parts[d].rows, panels->is_small, panel);
}
