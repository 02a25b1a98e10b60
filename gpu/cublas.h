/* Shared by the cuBLAS variants: the library (library.h), its handle, its version. */
#pragma once

#include <stddef.h>

#include "gpu/launch.h"
#include "gpu/library.h"

/* Its functions keep to the header, which the caller includes, within a major version. */
#define CUBLAS_LIBRARY "libcublas.so." GPU_TEXT(CUBLAS_VER_MAJOR)
#define GPU_CUBLAS_FIND(function) GPU_FIND(CUBLAS_LIBRARY, function)

/* For Variant.missing: NULL, or why there is no cuBLAS. */
const char *gpu_cublas_missing(void);

/* For Variant.open and .close: a handle in task->handle whose products are strict: float32 in
 * every step, no TF32, no splitting into narrower types; float64 not by integers; of 16 bits: no sums in 16
 * bits. */
int gpu_cublas_open(Task *task);
void gpu_cublas_close(Task *task);

/* For Variant.run: sets the handle to the task's stream. `function` of that name is called next, and must not
 * be NULL. 0, or -1 with task->error set. */
int gpu_cublas_begin(const Task *task, const void *function, const char *name);

/* Calls that function with the handle and these arguments: 0, or -1 with task->error set. Nothing in a
 * recorded launch, as the library's kernels are not recorded. */
#define GPU_CUBLAS_CALL(task, function, ...)                                                                 \
    (gpu_is_recording() ? 0                                                                                  \
     : gpu_cublas_begin((task), (const void *)GPU_CUBLAS_FIND(function), GPU_TEXT(function)) != 0            \
         ? -1                                                                                                \
         : gpu_cublas_check((task),                                                                          \
                            (int)GPU_CUBLAS_FIND(function)((cublasHandle_t)(task)->handle, __VA_ARGS__),     \
                            #function))

/* Checks a cublasStatus_t (as int): 0, or -1 with task->error naming the call and the reason. */
int gpu_cublas_check(const Task *task, int status, const char *call);

/* For Variant.describe: "cuBLAS 13.1.0, " and `mode`. */
void gpu_cublas_describe(const char *mode, char *text, size_t size);
