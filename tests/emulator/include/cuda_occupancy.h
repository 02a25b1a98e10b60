/* CUDA's calculator of occupancy, which knows nothing of emulated devices. */
#pragma once

#include "cuda_runtime.h"

enum { OCC_LIMIT_WARPS = 1, OCC_LIMIT_REGISTERS = 2, OCC_LIMIT_SHARED_MEMORY = 4, OCC_LIMIT_BLOCKS = 8 };
enum { CUDA_OCC_SUCCESS = 0, CUDA_OCC_ERROR_INVALID_INPUT = 1 };

struct cudaOccDeviceProp {
    explicit cudaOccDeviceProp(const cudaDeviceProp &)
    {
    }
};

struct cudaOccFuncAttributes {
    explicit cudaOccFuncAttributes(const cudaFuncAttributes &)
    {
    }
};

struct cudaOccDeviceState {
};

struct cudaOccResult {
    unsigned limitingFactors;
};

static inline int cudaOccMaxActiveBlocksPerMultiprocessor(cudaOccResult *, const cudaOccDeviceProp *,
                                                          const cudaOccFuncAttributes *,
                                                          const cudaOccDeviceState *, int, size_t)
{
    return CUDA_OCC_ERROR_INVALID_INPUT;
}
