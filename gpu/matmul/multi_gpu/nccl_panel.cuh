/* A panel of B for all devices by NCCL, for nccl_ahead. */
#ifndef SPEEDUP_GPU_MATMUL_MULTI_GPU_NCCL_PANEL_CUH
#define SPEEDUP_GPU_MATMUL_MULTI_GPU_NCCL_PANEL_CUH

#include "gpu/matmul/multi_gpu/panels.cuh"
#include "gpu/nccl.h"

/* For Variant.missing. */
static inline const char *broadcast_missing(void)
{
    const char *reason = ordered_missing();
    return reason != NULL ? reason : gpu_nccl_missing();
}

/* Enqueues on streams[d]: the panel is copied to to[d], on every device d of this process, n contiguous rows.
 * A broadcast needs contiguous memory: so each device first copies its own rows to their place in to[d], and
 * broadcasts from there. 0 or -1. */
static inline int nccl_panel(const Task *task, const Panels *panels, const NcclTeam *team, OrderedPanel panel,
                             void *const *to, void *const *streams)
{
    const size_t width = panel.columns * PANELS_ELEMENT, pitch = panels->n * PANELS_ELEMENT;
    const size_t block_bytes = panels->block * width;
    for (unsigned d = 0; d < panels->own && task->parts[d].rows > 0; d++) {
        const char *from = (const char *)task->parts[d].b + panel.first * PANELS_ELEMENT;
        if (part_enter(task, d) != 0 ||
            GPU_CHECK(task, cudaMemcpy2DAsync((char *)to[d] + task->parts[d].member * block_bytes, width,
                                              from, pitch, width, task->parts[d].rows, cudaMemcpyDefault,
                                              (cudaStream_t)streams[d])) != 0) {
            return -1;
        }
    }
    for (unsigned root = 0; root < panels->devices && panels_rows(panels, root) > 0; root++) {
        void *buffers[MOST_DEVICES];
        for (unsigned d = 0; d < panels->own; d++) {
            buffers[d] = (char *)to[d] + root * block_bytes;
        }
        if (gpu_nccl_broadcast(task, team, root, buffers, streams, panels_rows(panels, root) * width) != 0) {
            return -1;
        }
    }
    return 0;
}

#endif
