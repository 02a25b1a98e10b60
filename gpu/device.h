/* The GPU in use: whether there is one, what it is, and its context. */
#ifndef SPEEDUP_GPU_DEVICE_H
#define SPEEDUP_GPU_DEVICE_H

#include <stddef.h>

#include "common/gpu.h"
#include "gpu/nvml.h"

/* NULL: a GPU can be used. Else why not. The answer is found once and kept. */
const char *gpu_missing(void);

/* The CUDA number of the GPU in use: 0, or what gpu_use said. */
int gpu_first(void);

/* Makes the context of the GPU in use, once. From here on this process talks to CUDA. 0 or -1. */
int gpu_start(Error *error);

/* Free and total memory of the GPU in use; both 0 when it does not answer. */
void gpu_memory(size_t *free_bytes, size_t *total_bytes);

size_t gpu_l2_bytes(void);

/* The management library's view of a GPU, found once and kept; NULL and an error where there is none. */
Nvml *gpu_nvml(int device, Error *error);

#endif
