/* See cublas.h. Source: NVIDIA, cuBLAS documentation, sections on the handle and the math modes. */
#include <cublas_v2.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpu/cublas.h"

const char *gpu_cublas_missing(void)
{
    if (GPU_CUBLAS_FIND(cublasCreate) == NULL) {
        return "no " CUBLAS_LIBRARY
               ": install cuBLAS of the CUDA Toolkit or name its folder in LD_CUBLAS_LIBRARY_PATH";
    }
    return NULL;
}

int gpu_cublas_check(const Task *task, int status, const char *call)
{
    if (status == CUBLAS_STATUS_SUCCESS) {
        return 0;
    }
    const auto text_of = GPU_CUBLAS_FIND(cublasGetStatusString);
    return error_set(task->error, "%s of cuBLAS: %s (%d)", call,
                     text_of != NULL ? text_of((cublasStatus_t)status) : "status", status);
}

int gpu_cublas_open(Task *task)
{
    cublasHandle_t handle;
    task->handle = NULL;
    if (gpu_is_recording()) {
        return 0;
    }
    if (gpu_cublas_missing() != NULL) {
        return error_set(task->error, "%s", gpu_cublas_missing());
    }
    setenv("CUBLAS_EMULATE_DOUBLE_PRECISION", "0", 1); /* float64 by integers would be another task */
    if (gpu_cublas_check(task, GPU_CUBLAS_FIND(cublasCreate)(&handle), "cublasCreate") != 0) {
        return -1;
    }
    task->handle = handle;
    /* Pedantic mode keeps float32 from TF32, but 16 bits from tensor cores, float64 from faster kernels. */
    const cublasMath_t mode = task->point->type == TYPE_FLOAT32
                                  ? CUBLAS_PEDANTIC_MATH
                                  : CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;
    if (gpu_cublas_check(task, GPU_CUBLAS_FIND(cublasSetMathMode)(handle, mode), "cublasSetMathMode") != 0) {
        gpu_cublas_close(task);
        return -1;
    }
    return 0;
}

void gpu_cublas_close(Task *task)
{
    if (task->handle != NULL) {
        GPU_CUBLAS_FIND(cublasDestroy)((cublasHandle_t)task->handle);
    }
    task->handle = NULL;
}

int gpu_cublas_begin(const Task *task, const void *function, const char *name)
{
    if (function == NULL || task->handle == NULL) {
        return error_set(task->error,
                         function == NULL ? "%s has no function %s" : "%s: no handle to call %s with",
                         CUBLAS_LIBRARY, name);
    }
    /* This also gives the handle the workspace that cuBLAS keeps for that stream. */
    const auto set_stream = GPU_CUBLAS_FIND(cublasSetStream);
    return gpu_cublas_check(task, set_stream((cublasHandle_t)task->handle, (cudaStream_t)task->stream),
                            "cublasSetStream");
}

void gpu_cublas_describe(const char *mode, char *text, size_t size)
{
    const auto property = GPU_CUBLAS_FIND(cublasGetProperty);
    int major = 0, minor = 0, patch = 0;
    property(MAJOR_VERSION, &major);
    property(MINOR_VERSION, &minor);
    property(PATCH_LEVEL, &patch);
    snprintf(text, size, "cuBLAS %d.%d.%d, %s", major, minor, patch, mode);
}
