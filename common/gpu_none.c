/* The GPU's face in a build without CUDA: the same functions, and every one says why there is no GPU.
 *
 * It keeps the rest of the program free of #ifdef: the harness asks the driver
 * what is missing and prints the answer. The Makefile passes the reason that the
 * probes found. */
#include <math.h>
#include <stdint.h>

#include "common/driver.h"
#include "common/gpu.h"

#ifndef CUDA_REASON
#define CUDA_REASON "not built: no nvcc"
#endif

static const char *gpu_none_missing(void)
{
    return CUDA_REASON;
}

static void gpu_none_memory(const Job *job, size_t *host_bytes, size_t *device_bytes)
{
    (void)job;
    if (host_bytes != NULL) {
        *host_bytes = 0;
    }
    if (device_bytes != NULL) {
        *device_bytes = 0;
    }
}

static size_t gpu_none_device_free(void)
{
    return 0;
}

static int refuse(Error *error)
{
    return error_set(error, "this build has no GPU part (%s); build with CUDA and WITH_CUDA=yes",
                     CUDA_REASON);
}

static Bench *gpu_none_open(const Job *job, Error *error)
{
    (void)job;
    refuse(error);
    return NULL;
}

static uint64_t gpu_none_input_hash(const Bench *bench)
{
    (void)bench;
    return 0;
}

static int gpu_none_restore(Bench *bench, Error *error)
{
    (void)bench;
    return refuse(error);
}

static int gpu_none_sample(Bench *bench, Phases *phases, Error *error)
{
    (void)bench;
    (void)phases;
    return refuse(error);
}

static void gpu_none_interference(const Bench *bench, Interference *interference)
{
    (void)bench;
    *interference = interference_none;
}

static const void *gpu_none_output(Bench *bench, size_t index)
{
    (void)bench;
    (void)index;
    return NULL;
}

static void gpu_none_inputs(Bench *bench, size_t index, const void **a, const void **b)
{
    (void)bench;
    (void)index;
    *a = NULL;
    *b = NULL;
}

static void gpu_none_describe(const Bench *bench, char *text, size_t size)
{
    (void)bench;
    if (size > 0) {
        text[0] = '\0';
    }
}

static void gpu_none_close(Bench *bench)
{
    (void)bench;
}

int gpu_info(GpuInfo *info, Error *error)
{
    *info = (GpuInfo){.name = ""};
    return refuse(error);
}

int gpu_count(void)
{
    return 0;
}

const char *gpu_build(void)
{
    return "none";
}

int gpu_kernel_facts(const char *workload, size_t n, KernelFacts **facts, size_t *count, Error *error)
{
    (void)workload;
    (void)n;
    (void)facts;
    (void)count;
    return refuse(error);
}

void gpu_use(unsigned place)
{
    (void)place;
}

GpuRank *gpu_rank_open(const Job *job, const GpuSeat *seat, Error *error)
{
    (void)job;
    (void)seat;
    refuse(error);
    return NULL;
}

int gpu_rank_step(GpuRank *rank, GpuStep step, Error *error)
{
    (void)rank;
    (void)step;
    return refuse(error);
}

void gpu_rank_seen(const GpuRank *rank, Interference *interference, double *sm_mhz)
{
    (void)rank;
    *interference = interference_none;
    *sm_mhz = NAN;
}

void gpu_rank_close(GpuRank *rank)
{
    (void)rank;
}

void gpu_profile(bool on)
{
    (void)on;
}

const Driver gpu_driver = {
    .kind = "gpu",
    .missing = gpu_none_missing,
    .memory = gpu_none_memory,
    .device_free = gpu_none_device_free,
    .open = gpu_none_open,
    .input_hash = gpu_none_input_hash,
    .restore = gpu_none_restore,
    .sample = gpu_none_sample,
    .interference = gpu_none_interference,
    .output = gpu_none_output,
    .inputs = gpu_none_inputs,
    .describe = gpu_none_describe,
    .close = gpu_none_close,
};
