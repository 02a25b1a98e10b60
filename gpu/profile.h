/* What a profiler sees: with gpu_profile(true) the launches of variants and nothing else, none of the
 * driver's own kernels. */
#ifndef SPEEDUP_GPU_PROFILE_H
#define SPEEDUP_GPU_PROFILE_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

bool gpu_profiling(void);

/* Around the launches of one task. CUDA statuses. */
int gpu_profile_start(void);
int gpu_profile_stop(void);

#ifdef __cplusplus
}
#endif

#endif
