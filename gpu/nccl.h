/* What the NCCL variants share: the library, a communicator for each device, its collectives.
 *
 * The library is opened when it is first asked for: no build needs it, and a machine without it runs all
 * other variants. Everything is enqueued, one call for all devices, from one host thread. */
#ifndef SPEEDUP_GPU_NCCL_H
#define SPEEDUP_GPU_NCCL_H

#include <stddef.h>

#include "common/workload.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct NcclTeam NcclTeam;

/* For Variant.missing: NULL, or why there is no NCCL. */
const char *gpu_nccl_missing(void);

/* For Variant.describe: "NCCL 2.28.9". */
void gpu_nccl_describe(const Point *point, char *text, size_t size);

/* For Variant.open and .close, or for those of a handle that holds more: a communicator for each of the
 * task's devices; NULL in a dry launch. 0 or -1 with task->error set. */
int gpu_nccl_open(const Task *task, NcclTeam **team);
void gpu_nccl_close(NcclTeam *team);

/* Enqueues: the bytes at buffers[root], on device root, go to buffers[d] of every other device d, each on its
 * streams[d] (cudaStream_t). 0 or -1 with task->error set. */
int gpu_nccl_broadcast(const Task *task, const NcclTeam *team, unsigned root, void *const *buffers,
                       void *const *streams, size_t bytes);

/* Enqueues: what lies at from[d * devices + e], on device d, goes to to[e * devices + d], on device e,
 * `bytes` of each, for all d and e. 0 or -1 with task->error set. */
int gpu_nccl_exchange(const Task *task, const NcclTeam *team, const void *const *from, void *const *to,
                      void *const *streams, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
