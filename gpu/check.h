/* One way to check a CUDA call: its status becomes a sentence that names the call, the place and
 * the reason, "cudaStreamSynchronize(stream) at gpu/sample.cu:120: cudaErrorIllegalAddress, an
 * illegal memory access was encountered".
 *
 * An illegal address and its like are sticky: every later call of the process fails too. Whoever
 * gets -1 therefore cleans up what it can without looking at further errors, and the worker
 * process ends. */
#ifndef SPEEDUP_GPU_CHECK_H
#define SPEEDUP_GPU_CHECK_H

#include "common/error.h"
#include "gpu/launch.h" /* GPU_TEXT */

#ifdef __cplusplus
extern "C" {
#endif

/* 0 when `status` (a cudaError_t) is success, else -1 and the sentence. */
int gpu_status(Error *error, int status, const char *expression, const char *place);

/* The status by name and in words: "cudaErrorInvalidValue, invalid argument". */
void gpu_reason(int status, char *text, size_t size);

#define GPU_TRY(error, expression)                                                                           \
    gpu_status((error), (int)(expression), #expression, __FILE__ ":" GPU_TEXT(__LINE__))

#ifdef __cplusplus
}
#endif

#endif
