/* The check of a CUDA call: a failure becomes a sentence that names the call, the place and the reason,
 * "cudaStreamSynchronize(stream) at gpu/sample.cu:120: cudaErrorIllegalAddress, an illegal memory access was
 * encountered".
 *
 * An illegal address and similar errors are sticky: every later call of the process fails too. After -1 the
 * caller therefore frees resources without checking further errors, and the worker process ends. */
#pragma once

#include "common/error.h"

#define GPU_TEXT_(x) #x
#define GPU_TEXT(x) GPU_TEXT_(x)

/* 0 when `status` (a cudaError_t) is success, else -1 and the sentence. */
int gpu_status(Error *error, int status, const char *expression, const char *place);

/* The status by name and as text: "cudaErrorInvalidValue, invalid argument". */
void gpu_reason(int status, char *text, size_t size);

#define GPU_TRY(error, expression)                                                                           \
    gpu_status((error), (int)(expression), #expression, __FILE__ ":" GPU_TEXT(__LINE__))

/* The same in a variant, whose error is the task's: 0, or -1 with task->error set. */
#define GPU_CHECK(task, expression)                                                                          \
    gpu_status((task)->error, (int)(expression), #expression, __FILE__ ":" GPU_TEXT(__LINE__))
