/* What variants that share a task among several GPUs have in common.
 *
 * One host thread enqueues everything. A stream belongs to its device, and so does a launch, which needs that
 * device to be the current one; a copy between two devices may be enqueued on a stream of either, and an
 * event recorded on one device can be waited for on any. So a variant goes from part to part:
 *
 *     for (unsigned d = 0; d < task->point->devices; d++) {
 *         Task part = part_task(task, d);
 *         if (part_enter(task, d) != 0 || GPU_LAUNCH(&part, kernel, &shape, arguments) != 0) {
 *             return -1;
 *         }
 *     }
 *
 * What also runs over processes with a GPU each goes over its own parts, part_own(point) of them, which are
 * members parts[d].member of part_team(point); nothing enqueued in one process waits for another's but NCCL's
 * collectives.
 *
 * All parts' streams begin when the inputs are there, and the work is done when all of them are: a variant's
 * own streams have to wait for its part's before and the part's stream for them after.
 * In a recorded launch (launch.h) there is one part and nothing else: no stream, no handle. */
#ifndef SPEEDUP_GPU_PARTS_H
#define SPEEDUP_GPU_PARTS_H

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

/* From here on launches, streams and events are device `d`'s. 0 or -1. */
static inline int part_enter(const Task *task, unsigned d)
{
    return gpu_is_recording() ? 0 : GPU_CHECK(task, cudaSetDevice(task->parts[d].device));
}

static inline cudaStream_t part_stream(const Task *task, unsigned d)
{
    return (cudaStream_t)task->parts[d].stream;
}

/* How many GPUs share the point's work, and how many of them are this process's. In a recorded launch one. */
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

#endif
