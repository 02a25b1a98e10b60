/* Matrix product on several GPUs: each copies the missing rows of B from the others.
 *
 * Rows of the result are independent of each other, so A and the result are distributed by blocks of rows,
 * and each GPU multiplies its rows of A as mbarrier_pipeline does. But it needs all of B, of which it too has
 * a block of rows. GPUs of one machine can read each other's memory: copy engines copy over the links between
 * them, without a kernel. Each GPU begins with another neighbour, so that not all read from the same one.
 *
 * Bound: no GPU multiplies while B is copied: 4 n^2 bytes for each GPU, over 2 n^3 operations shared by all,
 * a small part of the time where n is large and GPUs are few.
 * Limits: B lies on every GPU. All GPUs must reach each other's memory.
 * Source: NVIDIA, CUDA C++ Programming Guide, Peer-to-Peer Memory Access. */
#include "gpu/matmul/multi_gpu/panels.cuh"

/* All of B, on the device's stream. */
static int gather(const Task *task, const Panels *panels, unsigned d)
{
    for (unsigned i = 1; i <= panels->devices; i++) {
        const unsigned from = (d + i) % panels->devices;
        const size_t bytes = task->parts[from].rows * panels->n * PANELS_ELEMENT;
        if (bytes > 0 && GPU_CHECK(task, cudaMemcpyAsync(panels_b(task, panels, d, from * panels->block, 0),
                                                         task->parts[from].b, bytes, cudaMemcpyDefault,
                                                         part_stream(task, d))) != 0) {
            return -1;
        }
    }
    return 0;
}

static int run(const Task *task)
{
    const Panels panels = panels_of(task->point);
    for (unsigned d = 0; d < panels.devices && task->parts[d].rows > 0; d++) {
        const Task own = panels_task(task, &panels, d);
        if (part_enter(task, d) != 0 || (panels.devices > 1 && gather(task, &panels, d) != 0) ||
            panel_product(&own, task->parts[d].rows, {0, panels.n}) != 0) {
            return -1;
        }
    }
    return 0;
}

extern "C" const Variant variant_gpu_matmul_peer_copies;
const Variant variant_gpu_matmul_peer_copies = {
    .workload = "matmul",
    .name = "gpu/peer_copies",
    .idea = "rows are distributed over several GPUs; each copies B from the others, then multiplies",
    .source = "NVIDIA, CUDA C++ Programming Guide: Peer-to-Peer Memory Access",
    .after = "gpu/mbarrier_pipeline",
    .types = INT32 | FLOAT32,
    .axes = AXIS_DEVICES,
    .missing = gpu_cp_async_missing,
    .workspace = panels_workspace,
    .run = run,
};
