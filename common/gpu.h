/* The plain-C face of what a GPU can tell beside running variants.
 *
 * gpu/driver.cu and its neighbours implement it with CUDA, common/gpu_none.c
 * without. gpu_driver itself is declared in driver.h. */
#ifndef SPEEDUP_GPU_H
#define SPEEDUP_GPU_H

#include <stdbool.h>
#include <stddef.h>

#include "common/driver.h"

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
    char pci_bus_id[MOST_DEVICES][24];   /* "0000:3b:00.0", of the GPU in use and of those after it */
    char nvml_missing[200]; /* why power, energy or throttle reasons are not read here; "" when all are */
} GpuInfo;

/* What the GPU in use is. 0, or -1 and why there is none. Creates no context
 * in a build without CUDA; call it in a worker or in a command that may. */
int gpu_info(GpuInfo *info, Error *error);

/* A count of GPUs without a context; 0 where there is none or no CUDA. */
int gpu_count(void);

/* The compiler and the architectures that the GPU part was built for, or "none". */
const char *gpu_build(void);

/* What can be known of a kernel at one shape without running it. */
typedef struct KernelAttributes {
    const Variant *variant;
    Point point;
    char kernel[64];
    size_t launches; /* that repeat it */
    unsigned grid[3], threads_per_block;
    int registers; /* a thread */
    size_t static_shared_bytes, dynamic_shared_bytes, local_bytes;
    int blocks_per_multiprocessor; /* 0: does not fit */
    double occupancy;              /* warps there over the most that fit */
    char limited_by[64];
    double waves, last_wave_filled; /* NAN if it does not fit */
    double operations_per_access;   /* to global memory (CGMA); NAN where nobody counted */
} KernelAttributes;

/* The attributes of every kernel of the variants for size n, *count of them in *list, which the caller
 * frees. workload NULL: all. 0, or -1 with nothing to free. */
int gpu_kernel_attributes(const char *workload, size_t n, KernelAttributes **list, size_t *count,
                          Error *error);

/* ---- the GPU of one process of several, for their driver (cpu/ranks.c) ---- */

/* From here on this process's GPU is the place-th of those that it sees, modulo their number; said once,
 * before anything else is asked of a GPU. gpu_info then tells of it. */
void gpu_use(unsigned place);

/* Which process of the job it is, what it has in host memory, and Task.share. */
typedef struct RankInputs {
    unsigned rank;
    void *a, *b, *out; /* its parts, as GpuRank's are; of work in place `out` is input and result */
    void (*share)(void *bytes, size_t size);
} RankInputs;

typedef struct GpuRank GpuRank;

/* Memory and a stream on this process's GPU for its part of the point. NULL and an error. */
GpuRank *gpu_rank_open(const Job *job, const RankInputs *inputs, Error *error);

/* What is done when gpu_rank_step returns. Of JOIN and RUN the other processes wait for this one, and so all
 * must come to them. */
typedef enum GpuStep {
    GPU_OPEN_VARIANT, /* the variant's open() */
    GPU_RESTORE,      /* result and workspace are poisoned */
    GPU_BEGIN,        /* power and energy count from here on */
    GPU_UPLOAD,       /* the inputs from the host */
    GPU_SETTLE,       /* the clock is up */
    GPU_RUN,
    GPU_READ_CLOCK, /* right behind it, outside of the time */
    GPU_DOWNLOAD,   /* the result to the host */
    GPU_END         /* of what BEGIN has begun */
} GpuStep;

/* 0 or -1. */
int gpu_rank_step(GpuRank *rank, GpuStep step, Error *error);

/* Between BEGIN and END: power, energy, throttle reasons, and the clock around the kernels. */
void gpu_rank_seen(const GpuRank *rank, Interference *interference, double *sm_mhz);

/* Closes what JOIN opened, on all processes at once. */
void gpu_rank_close(GpuRank *rank);

/* Between these two calls a profiler sees the launches (cudaProfilerStart, Stop). */
void gpu_profile(bool on);

#ifdef __cplusplus
}
#endif

#endif
