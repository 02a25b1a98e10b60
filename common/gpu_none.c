/* GPU interface of a build without CUDA (common/gpu.h): every function reports why there is no GPU.
 *
 * The harness calls no other member of a driver whose missing() gives a reason, so those stay NULL. The
 * Makefile passes the reason that the probes found. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

#include "common/driver.h"
#include "common/gpu.h"

const char *gpu_missing(void)
{
    return CUDA_REASON;
}

static int refuse(Error *error)
{
    return error_set(error, "this build has no GPU part (%s); build with CUDA and WITH_CUDA=yes",
                     CUDA_REASON);
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

int gpu_kernel_attributes(const Variant *const *variants, const char *workload, size_t n,
                          KernelAttributes **facts, size_t *count, Error *error)
{
    return refuse(error);
}

const Driver gpu_driver = {.missing = gpu_missing};
