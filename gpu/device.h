/* The GPU in use: its number, memory and context. common/gpu.h reports whether there is one. */
#pragma once

#include <stddef.h>

#include "common/gpu.h"
#include "gpu/nvml.h"

/* CUDA's number of the GPU in use: 0, or that of gpu_use. */
int gpu_first(void);

/* Creates the context of the GPU in use, once. From here on this process uses CUDA. 0 or -1. */
int gpu_start(Error *error);

/* Free and total memory of the GPU in use; both 0 if it does not respond. */
void gpu_memory(size_t *free_bytes, size_t *total_bytes);

/* The management library's handle of a GPU, opened once; NULL and an error if there is none. */
Nvml *gpu_nvml(int device, Error *error);
