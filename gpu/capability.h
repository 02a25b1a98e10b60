/* What the GPU in use has: multiprocessors, and for Variant.missing the compute capability that a variant
 * needs, if the file was compiled for it too. Needs no context. */
#pragma once

#include <stdio.h>

#include "common/gpu.h"

/* NULL, or the reason, valid until the next call. The GPU must have compute capability `least` (80 is 8.0) to
 * `most`; of the architectures of this file (750, 800) the best that the GPU can run must be `least` too.
 * `what`: the feature that is required, "tensor cores". */
static inline const char *gpu_capability_missing(const char *what, unsigned least, unsigned most)
{
    static char text[160];
    GpuInfo info;
    unsigned major, minor, best = 0;
    if (gpu_info(&info, NULL) != 0 || sscanf(info.compute_capability, "%u.%u", &major, &minor) != 2) {
        return NULL; /* there is no GPU, which the driver reports */
    }
    const unsigned own = 10 * major + minor;
    for (unsigned built : {__CUDA_ARCH_LIST__}) {
        best = built / 10 <= own && built / 10 > best ? built / 10 : best;
    }
    if (own < least || own > most) {
        snprintf(text, sizeof text, "needs %s of compute capability %u.%u%s; this GPU has %s", what,
                 least / 10, least % 10, most == least ? "" : " or later", info.compute_capability);
    } else if (best < least) {
        snprintf(text, sizeof text, "this build has no code for %s of %u.%u: make CUDA_ARCH=%u", what,
                 least / 10, least % 10, own);
    } else {
        return NULL;
    }
    return text;
}

static inline const char *gpu_cp_async_missing(void)
{
    return gpu_capability_missing("cp.async", 80, 999);
}

template <unsigned LEAST, unsigned MOST> static inline const char *gpu_tensor_cores_missing(void)
{
    return gpu_capability_missing("tensor cores", LEAST, MOST);
}

/* At least 1. */
static inline unsigned gpu_multiprocessors(void)
{
    GpuInfo info = {};
    Error error;
    const unsigned known = gpu_info(&info, &error) == 0 ? info.multiprocessors : 0;
    return known > 0 ? known : 1;
}
