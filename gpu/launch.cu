/* See launch.h and launch_recorder.h. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/launch_recorder.h"

static LaunchRecord *record; /* not NULL: launches are recorded here */
static GpuClock *closed;     /* not NULL: the gate that the next launch opens */
static size_t launches;      /* enqueued so far */

/* Caches the size set for a kernel: the call costs as much as a launch. */
int gpu_allow_shared(const void *kernel, size_t bytes)
{
    enum { KERNELS = 32 };
    static struct {
        const void *kernel;
        size_t bytes;
    } of_device[MOST_DEVICES][KERNELS];
    static size_t next;

    int device = 0;
    (void)cudaGetDevice(&device);
    auto &allowed = of_device[device % MOST_DEVICES];
    size_t i = 0;
    while (i < KERNELS && allowed[i].kernel != kernel) {
        i++;
    }
    if (i < KERNELS && bytes <= allowed[i].bytes) {
        return cudaSuccess;
    }
    cudaFuncAttributes attributes = {};
    cudaError_t status = cudaFuncGetAttributes(&attributes, kernel);
    size_t granted =
        attributes.maxDynamicSharedSizeBytes > 0 ? (size_t)attributes.maxDynamicSharedSizeBytes : 0;
    if (status == cudaSuccess && bytes > granted) {
        status = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
        granted = bytes;
    }
    if (status == cudaSuccess) {
        if (i == KERNELS) {
            i = next++ % KERNELS;
        }
        allowed[i].kernel = kernel;
        allowed[i].bytes = granted;
    }
    return status;
}

/* "phase<int, 32>" and "(phase<T, B>)" are both "phase": type, block and tile are columns of their own. */
static void short_name(const char *text, char *name, size_t size)
{
    text += strspn(text, "(& ");
    snprintf(name, size, "%.*s", (int)strcspn(text, "<) "), text);
}

static bool same_launch(const RecordedLaunch *known, const void *kernel, const LaunchShape *shape)
{
    return known->kernel == kernel && memcmp(known->shape.grid, shape->grid, sizeof shape->grid) == 0 &&
           memcmp(known->shape.block, shape->block, sizeof shape->block) == 0 &&
           known->shape.dynamic_shared_bytes == shape->dynamic_shared_bytes;
}

static int record_launch(const Task *task, const void *kernel, const char *name, const LaunchShape *shape)
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
    if (record->count == record->capacity) {
        size_t capacity = record->capacity == 0 ? 16 : 2 * record->capacity;
        RecordedLaunch *more = (RecordedLaunch *)realloc(record->launches, capacity * sizeof *more);
        if (more == NULL) {
            return error_set(task->error, "no memory to record %zu launches", capacity);
        }
        record->launches = more;
        record->capacity = capacity;
    }
    RecordedLaunch *launch = &record->launches[record->count++];
    launch->kernel = kernel;
    launch->shape = *shape;
    launch->launches = 1;
    short_name(name, launch->name, sizeof launch->name);
    return 0;
}

/* Does a launch fail because the GPU has less shared memory than a block needs? Then the error names both
 * figures, and the point is skipped: the variant itself is right. */
static bool lacks_shared(const Task *task, const void *kernel, const char *kernel_name,
                         const LaunchShape *shape)
{
    cudaFuncAttributes compiled = {};
    int device = 0, available = 0;
    if (cudaFuncGetAttributes(&compiled, kernel) != cudaSuccess || cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&available, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) != cudaSuccess ||
        compiled.sharedSizeBytes + shape->dynamic_shared_bytes <= (size_t)available) {
        return false;
    }
    char name[64];
    short_name(kernel_name, name, sizeof name);
    (void)cudaGetLastError();
    error_set(task->error, "needs %.1f KB of shared memory per block (kernel %s); this GPU has %.1f KB",
              (double)(compiled.sharedSizeBytes + shape->dynamic_shared_bytes) / 1024, name,
              (double)available / 1024);
    error_no_room(task->error);
    return true;
}

int gpu_launch(const Task *task, const void *kernel, const char *kernel_name, const char *place,
               const LaunchShape *shape, void **arguments)
{
    if (record != NULL) {
        return record_launch(task, kernel, kernel_name, shape);
    }
    const unsigned *grid = shape->grid, *block = shape->block;
    int status = shape->dynamic_shared_bytes == 0 ? (int)cudaSuccess
                                                  : gpu_allow_shared(kernel, shape->dynamic_shared_bytes);
    if (status == cudaSuccess) {
        status = cudaLaunchKernel(kernel, dim3(grid[0], grid[1], grid[2]), dim3(block[0], block[1], block[2]),
                                  arguments, shape->dynamic_shared_bytes, (cudaStream_t)task->stream);
    }
    if (status == cudaSuccess) {
        status = cudaPeekAtLastError(); /* of an earlier launch that failed meanwhile */
    }
    if (status == cudaSuccess) {
        launches++;
        if (closed != NULL) {
            gpu_clock_release(closed);
            closed = NULL;
        }
        return 0;
    }
    if (lacks_shared(task, kernel, kernel_name, shape)) {
        return -1;
    }
    char launch[200];
    snprintf(launch, sizeof launch,
             "launch of %s (grid %u x %u x %u, block %u x %u x %u, %zu bytes of dynamic shared memory)",
             kernel_name, grid[0], grid[1], grid[2], block[0], block[1], block[2],
             shape->dynamic_shared_bytes);
    return gpu_status(task->error, status, launch, place);
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

void gpu_record_begin(LaunchRecord *log)
{
    record = log;
}

void gpu_record_end(void)
{
    record = NULL;
}
