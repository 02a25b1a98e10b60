/* The plain-C face of what a GPU can tell beside running variants.
 *
 * gpu/driver.cu and its neighbours implement it with CUDA, common/gpu_none.c
 * without. gpu_driver itself is declared in driver.h. */
#ifndef SPEEDUP_GPU_H
#define SPEEDUP_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "common/workload.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GpuInfo {
    char name[96];
    char compute_capability[8]; /* "9.0" */
    unsigned multiprocessors;
    double clock_mhz, memory_clock_mhz; /* the card's maximum; 0: not told */
    unsigned memory_bus_bits;
    size_t memory_bytes, l2_bytes, shared_per_block_bytes, shared_per_multiprocessor_bytes;
    unsigned copy_engines;
    int driver_version, runtime_version; /* 13000 is 13.0 */
} GpuInfo;

/* What the GPU in use is. 0, or -1 and why there is none. Creates no context
 * in a build without CUDA; call it in a worker or in a command that may. */
int gpu_info(GpuInfo *info, Error *error);

/* A count of GPUs without a context; 0 where there is none or no CUDA. */
int gpu_count(void);

/* The compiler and the architectures that the GPU part was built for, or "none". */
const char *gpu_build(void);

/* Prints facts of every kernel of the variants for size n, one row a kernel:
 * registers, shared and local memory, blocks a multiprocessor, theoretical
 * occupancy and its limit, share of the last wave that is filled, operations a
 * global access. workload NULL: all. */
int gpu_kernel_facts(FILE *stream, const char *workload, size_t n, bool csv, Error *error);

/* Between these two calls a profiler sees the launches (cudaProfilerStart, Stop). */
void gpu_profile(bool on);

#ifdef __cplusplus
}
#endif

#endif
