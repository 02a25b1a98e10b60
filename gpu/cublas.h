/* Shared by the cuBLAS variants: the library, its handle, its version.
 *
 * The library is opened at its first use, not linked: it is half a gigabyte, which every start of the program
 * would map, and a machine without it runs all other variants. */
#pragma once

#include <stddef.h>

#include "gpu/launch.h"

/* For Variant.missing: NULL, or why there is no cuBLAS. */
const char *gpu_cublas_missing(void);

/* A function of the library by its name; NULL where there is none. */
void *gpu_cublas_symbol(const char *name);

/* The same with its type in cuBLAS's header, which the caller includes. The name may be a macro for a newer
 * version of the function. */
#define GPU_CUBLAS_FIND(function) ((decltype(&(function)))gpu_cublas_symbol(GPU_TEXT(function)))

/* For Variant.open and .close: a handle in task->handle whose products are strict: float32 in
 * every step, no TF32, no splitting into narrower types. */
int gpu_cublas_open(Task *task);
void gpu_cublas_close(Task *task);

/* For Variant.run: sets the handle to the task's stream and gives the library's function of that
 * name, which the caller casts to its type; NULL with task->error set. */
void *gpu_cublas_function(const Task *task, const char *name);

/* Calls that function with the handle and these arguments: 0, or -1 with task->error set. Nothing in a
 * recorded launch, as the library's kernels are not recorded. The caller has included cuBLAS's header. */
#define GPU_CUBLAS_CALL(task, function, ...)                                                                 \
    [&]() -> int {                                                                                           \
        const auto call = gpu_is_recording()                                                                 \
                              ? NULL                                                                         \
                              : (decltype(&(function)))gpu_cublas_function((task), GPU_TEXT(function));      \
        if (call == NULL) {                                                                                  \
            return gpu_is_recording() ? 0 : -1;                                                              \
        }                                                                                                    \
        return gpu_cublas_check((task), (int)call((cublasHandle_t)(task)->handle, __VA_ARGS__), #function);  \
    }()

/* Checks a cublasStatus_t (as int): 0, or -1 with task->error naming the call and the reason. */
int gpu_cublas_check(const Task *task, int status, const char *call);

/* For Variant.describe: "cuBLAS 13.1.0, " and `mode`. */
void gpu_cublas_describe(const char *mode, char *text, size_t size);
