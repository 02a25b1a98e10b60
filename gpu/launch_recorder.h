/* While there is a record, gpu_launch runs nothing and appends the launch to it. */
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>

#include "gpu/launch.h"

/* A kernel at one shape. Launches that repeat it are counted, not listed: a closure of
 * shortest paths makes thousands of them. */
typedef struct RecordedLaunch {
    const void *kernel;
    char name[64];     /* the kernel's, without template arguments */
    LaunchShape shape; /* operations and global_accesses: summed over all launches */
    cudaFuncAttributes compiled;
    int blocks; /* per multiprocessor; 0: the GPU cannot run it */
    size_t launches;
} RecordedLaunch;

typedef struct LaunchRecord {
    RecordedLaunch *launches; /* in the order of their first appearance; free() it */
    size_t count;
    double work; /* what the task costs, for gpu_task_work */
} LaunchRecord;

/* From now on launches are appended to `log`, which is zero except for its work; NULL ends that. */
void gpu_record(LaunchRecord *log);

/* For gpu_launch: records a launch at its first appearance with the figures of the compiler and the driver,
 * which the caller queries, as a plug-in's kernels are known in its own CUDA runtime only; counts one that is
 * enqueued and opens the gate that waits for it. */
int gpu_record_launch(const Task *task, const void *kernel, const char *name, const LaunchShape *shape,
                      const cudaFuncAttributes *compiled, int blocks);
void gpu_launch_enqueued(void);

/* Of a launch's text, "phase<int, 32>, n", the kernel's name: type, block and tile are columns of their own.
 */
void gpu_short_name(const char *text, char *name, size_t size);

/* Allows a kernel more than 48 KB of shared memory in a block. Called by gpu_launch, and required before a
 * query of the occupancy. Returns a CUDA status: it fails where the GPU has less. */
int gpu_allow_shared(const void *kernel, size_t dynamic_shared_bytes);
