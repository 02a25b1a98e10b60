/* Panels of B that are copied from the other GPUs, for peer_ahead, cublas_panels and peer_split_fp16. */
#ifndef SPEEDUP_GPU_MATMUL_MULTI_GPU_PEERS_CUH
#define SPEEDUP_GPU_MATMUL_MULTI_GPU_PEERS_CUH

#include "gpu/matmul/multi_gpu/ahead.cuh"

/* The rows of device `from`, to the workspace of device `d`. */
static inline int peers_copy(const Task *task, const Panels *panels, OrderedPanel panel, unsigned d,
                             unsigned from, cudaStream_t stream)
{
    const size_t pitch = panels->n * PANELS_ELEMENT;
    const char *source = (const char *)task->parts[from].b + panel.first * PANELS_ELEMENT;
    void *to = panels_b(task, panels, d, from * panels->block, panel.first);
    return GPU_CHECK(task, cudaMemcpy2DAsync(to, pitch, source, pitch, panel.columns * PANELS_ELEMENT,
                                             task->parts[from].rows, cudaMemcpyDefault, stream));
}

/* An AheadFetch. A device begins with its neighbour, so that not all read from the same one; its own rows are
 * last, at the same time as those of its last neighbour. `ahead`: the task's. */
static inline int peers_fetch(const Task *task, const Ahead *ahead, const Panels *panels, OrderedPanel panel)
{
    for (unsigned d = 0; d < panels->devices && task->parts[d].rows > 0; d++) {
        if (part_enter(task, d) != 0) {
            return -1;
        }
        for (unsigned i = 0; i < panels->devices; i++) {
            const unsigned from = (d + 1 + i) % panels->devices;
            if (task->parts[from].rows > 0 &&
                peers_copy(task, panels, panel, d, from, ahead->device[d].come[i % AHEAD_WAYS]) != 0) {
                return -1;
            }
        }
        if (ahead_arrived(task, ahead, d) != 0) {
            return -1;
        }
    }
    return 0;
}

#endif
