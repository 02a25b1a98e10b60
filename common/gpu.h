/* Plain-C interface of the GPU part, apart from its driver (driver.h).
 *
 * Implemented with CUDA by gpu/driver.cu and its neighbors, without CUDA by common/gpu_none.c. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "common/workload.h"

C_LINKAGE_BEGIN

typedef struct GpuInfo {
    char name[96];
    char compute_capability[8]; /* "9.0" */
    unsigned multiprocessors;
    double clock_mhz, memory_clock_mhz; /* maximum clocks; 0: unknown */
    unsigned memory_bus_bits;
    size_t memory_bytes, l2_bytes, shared_per_block_bytes, shared_per_multiprocessor_bytes;
    unsigned copy_engines;
    int driver_version, runtime_version; /* 13000 is 13.0 */
    char pci_bus_id[MOST_DEVICES][24];   /* "0000:3b:00.0", of the GPU in use and of the following ones */
    char nvml_missing[200]; /* why power, energy or throttle reasons are not recorded; "" if all are */
} GpuInfo;

/* NULL if a GPU is usable, else the reason; queried once. */
const char *gpu_missing(void);

/* Properties of the GPU in use. 0, or -1 and the reason why there is none. Creates a context in a build with
 * CUDA: call it in a worker, or in a command that may. */
int gpu_info(GpuInfo *info, Error *error);

/* Number of GPUs, without creating a context; 0 without GPU or CUDA. */
int gpu_count(void);

/* Compiler and architectures of the GPU part, or "none". */
const char *gpu_build(void);

/* Static properties of a kernel launch at one shape. */
typedef struct KernelAttributes {
    const Variant *variant;
    Point point;
    char kernel[64];
    size_t launches; /* number of identical launches */
    unsigned grid[3], threads_per_block;
    int registers; /* per thread */
    size_t static_shared_bytes, dynamic_shared_bytes, local_bytes;
    int blocks_per_multiprocessor; /* 0: does not fit */
    double occupancy;              /* resident warps over the maximum */
    char limited_by[64];
    double waves, last_wave_filled; /* NAN if it does not fit */
    double operations_per_access;   /* operations per access to global memory (CGMA); NAN if not counted */
} KernelAttributes;

/* Appends the attributes of every kernel of the variants, a list that ends with NULL, at size n to the *count
 * in *list, which the caller frees. workload NULL: all. 0 or -1. */
int gpu_kernel_attributes(const Variant *const *variants, const char *workload, size_t n,
                          KernelAttributes **list, size_t *count, Error *error);

/* ---- the GPU of one process of several, for their driver (cpu/ranks.c) ----
 *
 * A build without CUDA has none of these functions: that driver calls them for GPU variants only, of which
 * such a build has none. */
#define WITH_CUDA_ONLY __attribute__((weak))

/* Selects this process's GPU: number `place` of those visible, modulo their count. Call it once, before any
 * other GPU function. gpu_info then describes that GPU. */
WITH_CUDA_ONLY void gpu_use(unsigned place);

/* Of driver.h, which is not included: kernels read gpu_info and must not depend on it. */
typedef struct Job Job;
typedef struct Interference Interference;

typedef struct GpuRank GpuRank;

/* Allocates memory and a stream on this process's GPU for its part of the point. a, b and out of `host` are
 * its parts in host memory, of in-place work `out` is input and result. NULL and an error on failure. */
WITH_CUDA_ONLY GpuRank *gpu_rank_open(const Job *job, unsigned rank, const Task *host, Error *error);

/* Steps of a sample, complete when gpu_rank_step returns. GPU_OPEN_VARIANT and GPU_RUN are collective: all
 * processes must execute them. */
typedef enum GpuStep {
    GPU_OPEN_VARIANT, /* the variant's open() */
    GPU_RESTORE,      /* poisons result and workspace */
    GPU_BEGIN,        /* starts counting power and energy */
    GPU_UPLOAD,       /* copies the inputs from the host */
    GPU_SETTLE,       /* brings the clock to its working level */
    GPU_RUN,
    GPU_READ_CLOCK, /* directly after GPU_RUN, not timed */
    GPU_DOWNLOAD,   /* copies the result to the host */
    GPU_END         /* ends what GPU_BEGIN started */
} GpuStep;

/* 0 or -1. */
WITH_CUDA_ONLY int gpu_rank_step(GpuRank *rank, GpuStep step, Error *error);

/* Power, energy, throttle reasons, and the clock around the kernels, between GPU_BEGIN and GPU_END. */
WITH_CUDA_ONLY void gpu_rank_seen(const GpuRank *rank, Interference *interference, double *sm_mhz);

/* Closes what GPU_OPEN_VARIANT opened; collective. */
WITH_CUDA_ONLY void gpu_rank_close(GpuRank *rank);

C_LINKAGE_END
