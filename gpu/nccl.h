/* What the NCCL variants share: the library, a communicator for each device, its collectives.
 *
 * The library is opened when it is first asked for: no build needs it, and a machine without it runs all
 * other variants. Everything is enqueued, one call for all devices of a process, from one host thread. A team
 * is of one process's devices, or over all ranks of a job, each with one device: then each enqueues its own
 * part of a collective, in the same order. */
#ifndef SPEEDUP_GPU_NCCL_H
#define SPEEDUP_GPU_NCCL_H

#include <stddef.h>

#include "common/workload.h"

typedef struct NcclTeam NcclTeam;

/* For Variant.missing: NULL, or why there is no NCCL. */
const char *gpu_nccl_missing(void);

/* For Variant.describe: "NCCL 2.28.9". */
void gpu_nccl_describe(const Point *point, char *text, size_t size);

/* For Variant.open and .close, or for those of a handle that holds more: a communicator for each of the
 * task's own devices; NULL in a recorded launch. Over ranks all processes open at once and wait for each
 * other: it comes before anything that may fail on one of them. 0 or -1 with task->error set. */
int gpu_nccl_open(const Task *task, NcclTeam **team);
void gpu_nccl_close(NcclTeam *team);

/* Enqueues: the bytes that member root of the team has in its buffer go to that of every other member.
 * buffers[d] and streams[d] (cudaStream_t) are the task's d-th part's. 0 or -1 with task->error set. */
int gpu_nccl_broadcast(const Task *task, const NcclTeam *team, unsigned root, void *const *buffers,
                       void *const *streams, size_t bytes);

/* Of one process's devices. Enqueues: what lies at from[d * devices + e], on device d, goes to to[e * devices
 * + d], on device e, `bytes` of each, for all d and e. 0 or -1 with task->error set. */
int gpu_nccl_exchange(const Task *task, const NcclTeam *team, const void *const *from, void *const *to,
                      void *const *streams, size_t bytes);

#endif
