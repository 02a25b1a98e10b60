/* See launch.h and launch_recorder.h. */
#include "gpu/launch_recorder.h"

#include <stdio.h>
#include <string.h>

#include "common/system/array.h"

static LaunchRecord *record; /* not NULL: launches are recorded here */
static GpuClock *closed;     /* not NULL: the gate that the next launch opens */
static size_t launches;      /* enqueued so far */

void gpu_short_name(const char *text, char *name, size_t size)
{
    text += strspn(text, "(& ");
    snprintf(name, size, "%.*s", (int)strcspn(text, "<), "), text);
}

static bool same_launch(const RecordedLaunch *known, const void *kernel, const LaunchShape *shape)
{
    return known->kernel == kernel && memcmp(known->shape.grid, shape->grid, sizeof shape->grid) == 0 &&
           memcmp(known->shape.block, shape->block, sizeof shape->block) == 0 &&
           known->shape.dynamic_shared_bytes == shape->dynamic_shared_bytes;
}

int gpu_record_launch(const Task *task, const void *kernel, const char *name, const LaunchShape *shape,
                      const cudaFuncAttributes *compiled, int blocks)
{
    /* From the end: repeated launches are those of the last few kernels. */
    for (size_t i = record->count; i-- > 0;) {
        RecordedLaunch *known = &record->launches[i];
        if (same_launch(known, kernel, shape)) {
            known->launches++;
            known->shape.operations += shape->operations;
            known->shape.global_accesses += shape->global_accesses;
            return 0;
        }
    }
    RecordedLaunch launch{};
    launch.kernel = kernel;
    launch.shape = *shape;
    launch.compiled = *compiled;
    launch.blocks = blocks;
    launch.launches = 1;
    gpu_short_name(name, launch.name, sizeof launch.name);
    return array_append(&record->launches, &record->count, &launch, sizeof launch) == 0
               ? 0
               : error_set(task->error, "no memory to record %zu launches", record->count + 1);
}

void gpu_launch_enqueued(void)
{
    launches++;
    if (closed != NULL) {
        gpu_clock_release(closed);
        closed = NULL;
    }
}

void gpu_launch_opens(GpuClock *gate)
{
    closed = gate;
}

size_t gpu_launch_count(void)
{
    return launches;
}

int gpu_is_recording(void)
{
    return record != NULL;
}

double gpu_task_work(void)
{
    return record != NULL ? record->work : 0;
}

void gpu_record(LaunchRecord *log)
{
    record = log;
}
