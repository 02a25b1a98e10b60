/* Shared by the NCCL variants: the library, a communicator for each device, its collectives.
 *
 * The library is opened at its first use: no build needs it, and a machine without it runs all other
 * variants. One host thread enqueues a collective for all devices of a process. A team has the devices of one
 * process, or all ranks of a job with one device each: then each rank enqueues its part of a collective, in
 * the same order. */
#pragma once

#include <stddef.h>

#include "common/workload.h"

typedef struct NcclTeam NcclTeam;

/* For Variant.missing: NULL, or why NCCL is unavailable. */
const char *gpu_nccl_missing(void);

/* For Variant.describe: "NCCL 2.28.9". */
void gpu_nccl_describe(const Point *point, char *text, size_t size);

/* For Variant.open and .close, also of a handle that holds more: a communicator for each of the task's own
 * devices; NULL in a recorded launch or after a failure. Over ranks opening is collective: it comes before
 * any call that may fail on one of them. 0 or -1 with task->error set. */
int gpu_nccl_open(const Task *task, NcclTeam **team);
void gpu_nccl_close(NcclTeam *team);

/* Enqueues a broadcast from the buffer of member `root` to those of all other members. buffers[d] and
 * streams[d] (cudaStream_t) belong to the task's d-th part. 0 or -1 with task->error set. */
int gpu_nccl_broadcast(const Task *task, NcclTeam *team, unsigned root, void *const *buffers,
                       void *const *streams, size_t bytes);

/* Enqueues, as one group, the same for every member's block of `bytes` bytes: member r has block_bytes from
 * r * block_bytes on, the last ones fewer or none. As ncclAllGather, but any `bytes`. 0 or -1 with
 * task->error set. */
int gpu_nccl_all_gather(const Task *task, NcclTeam *team, void *const *buffers, void *const *streams,
                        size_t block_bytes, size_t bytes);

/* Enqueues an exchange of each with each other among one process's devices: `bytes` at from[d * devices + e],
 * on device d, to to[e * devices + d], on device e, for all d != e. 0 or -1 with task->error set. */
int gpu_nccl_exchange(const Task *task, NcclTeam *team, const void *const *from, void *const *to,
                      void *const *streams, size_t bytes);
