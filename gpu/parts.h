/* Shared by variants that distribute a task over several GPUs.
 *
 * One host thread enqueues all work. A launch requires that the device of its stream is the current one; a
 * copy between two devices may be enqueued on a stream of either, and streams of any device can wait for an
 * event. So a variant enqueues the work of one part after the other:
 *
 *     for (unsigned d = 0; d < task->point->devices; d++) {
 *         Task part = part_task(task, d);
 *         if (part_enter(task, d) != 0 || GPU_LAUNCH(&part, shape, kernel, part.a, part.out) != 0) {
 *             return -1;
 *         }
 *     }
 *
 * A variant that also runs over processes with a GPU each enqueues the work of its own parts, part_own(point)
 * of them, which are members parts[d].member of part_team(point). Only NCCL's collectives synchronize
 * processes.
 *
 * All parts' streams begin when the inputs have arrived, and the task is complete when all of them are: a
 * variant's own streams must wait for the part's stream first, and the part's stream for them at the end.
 * In a recorded launch (launch.h) there is one part, without stream and handle. */
#pragma once

#include <cuda_runtime.h>

#include "common/distribution/process_grid.h"
#include "gpu/launch.h"

/* The part of device `d` as a task of its own, for launches: its matrices have parts[d].rows rows. */
static inline Task part_task(const Task *task, unsigned d)
{
    const DeviceSlice *part = &task->parts[d];
    Task own = *task;
    own.a = part->a;
    own.b = part->b;
    own.out = part->out;
    own.workspace = part->workspace;
    own.stream = part->stream;
    return own;
}

/* Makes device `d` the current one. 0 or -1. */
static inline int part_enter(const Task *task, unsigned d)
{
    return gpu_is_recording() ? 0 : GPU_CHECK(task, cudaSetDevice(task->parts[d].device));
}

static inline cudaStream_t part_stream(const Task *task, unsigned d)
{
    return (cudaStream_t)task->parts[d].stream;
}

/* Number of GPUs of the point, and of those in this process; 1 in a recorded launch. */
static inline unsigned part_team(const Point *point)
{
    return point->ranks > 0 ? point->ranks : point->devices > 0 ? point->devices : 1;
}

static inline unsigned part_own(const Point *point)
{
    return point->ranks > 0 ? 1 : part_team(point);
}

/* The distribution of the point's matrices by rows of GPUs. */
static inline GridShape part_shape(const Variant *variant, const Point *point)
{
    Point own = *point;
    own.ranks = part_team(point);
    return grid_shape(variant, &own);
}
