/* For Variant.missing: whether the GPU has the compute capability that a variant needs, and whether the file
 * was compiled for it. Needs no context. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/gpu.h"

/* NULL, or the reason, valid until the next call. The GPU must have compute capability `least` (80 is 8.0) to
 * `most`; of the architectures of this file (750, 800) the best that the GPU can run must be `least` too.
 * `what`: the feature that is required, "tensor cores". */
static inline const char *capability_missing(const char *what, unsigned least, unsigned most)
{
    static const int built[] = {__CUDA_ARCH_LIST__};
    static char text[160];
    GpuInfo info;
    if (gpu_info(&info, NULL) != 0) {
        return NULL; /* there is no GPU, which the driver reports */
    }
    const char *dot = strchr(info.compute_capability, '.');
    const unsigned own =
        10 * (unsigned)atoi(info.compute_capability) + (dot == NULL ? 0 : (unsigned)atoi(dot + 1));
    if (own < least || own > most) {
        snprintf(text, sizeof text, "needs %s of compute capability %u.%u%s; this GPU has %s", what,
                 least / 10, least % 10, most == least ? "" : " or later", info.compute_capability);
        return text;
    }
    unsigned best = 0;
    for (size_t i = 0; i < sizeof built / sizeof built[0]; i++) {
        const unsigned one = (unsigned)built[i] / 10;
        best = one <= own && one > best ? one : best;
    }
    if (best < least) {
        snprintf(text, sizeof text, "this build has no code for %s of %u.%u: make CUDA_ARCH=%u", what,
                 least / 10, least % 10, own);
        return text;
    }
    return NULL;
}

/* For Variant.missing. */
static inline const char *cp_async_missing(void)
{
    return capability_missing("cp.async", 80, 999);
}

template <unsigned LEAST, unsigned MOST> static inline const char *tensor_cores_missing(void)
{
    return capability_missing("tensor cores", LEAST, MOST);
}
