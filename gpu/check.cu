/* See check.h. */
#include "gpu/check.h"

#include <cuda_runtime.h>
#include <stdio.h>

void gpu_reason(int status, char *text, size_t size)
{
    snprintf(text, size, "%s, %s", cudaGetErrorName((cudaError_t)status),
             cudaGetErrorString((cudaError_t)status));
}

int gpu_status(Error *error, int status, const char *expression, const char *place)
{
    if (status == cudaSuccess) {
        return 0;
    }
    (void)cudaGetLastError(); /* reported once; a sticky error returns by itself */
    char reason[160];
    gpu_reason(status, reason, sizeof reason);
    return error_set(error, "%s at %s: %s", expression, place, reason);
}
