/* See launch.h.
 *
 * A CUDA plug-in contains this file and check.cu too: a static CUDA runtime knows only the kernels that are
 * linked with it, and the program and each plug-in have their own. So the file has no state that the driver
 * shares; that is in launch_recorder.cu, of which there is one. */
#include <cuda_runtime.h>
#include <stdio.h>

#include "gpu/launch_recorder.h"

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
    gpu_short_name(kernel_name, name, sizeof name);
    (void)cudaGetLastError();
    error_set(task->error, "needs %.1f KB of shared memory per block (kernel %s); this GPU has %.1f KB",
              (double)(compiled.sharedSizeBytes + shape->dynamic_shared_bytes) / 1024, name,
              (double)available / 1024);
    error_no_room(task->error);
    return true;
}

static int record(const Task *task, const void *kernel, const char *name, const LaunchShape *shape)
{
    const unsigned *block = shape->block;
    const size_t bytes = shape->dynamic_shared_bytes;
    cudaFuncAttributes compiled = {};
    int blocks = 0;
    if (GPU_TRY(task->error, cudaFuncGetAttributes(&compiled, kernel)) != 0) {
        return -1;
    }
    /* Both fail on a GPU that cannot run the kernel: no block fits. */
    if ((bytes > 0 && gpu_allow_shared(kernel, bytes) != 0) ||
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, (int)(block[0] * block[1] * block[2]),
                                                      bytes) != cudaSuccess) {
        (void)cudaGetLastError();
        blocks = 0;
    }
    return gpu_record_launch(task, kernel, name, shape, &compiled, blocks);
}

int gpu_launch(const Task *task, const void *kernel, const char *kernel_name, const char *place,
               const LaunchShape *shape, void **arguments)
{
    if (gpu_is_recording()) {
        return record(task, kernel, kernel_name, shape);
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
        gpu_launch_enqueued();
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
