/* Copy of every device's rows to the next device, all at once: the ceiling of the links between GPUs.
 *
 * Each device sends its rows and receives those of the device before at the same time, by the copy engines
 * of the driver, so that every link is busy in both directions. So the row blocks of the result are one
 * device further than those of the input; the last one's are on the first.
 *
 * The rate counts each element twice, read and written, on all devices together. The bus bandwidth of
 * nccl-tests, which a device sends in a second, is the rate / (2 devices); as much arrives. A variant that
 * leaves a part of the elements on their device can be faster: a transpose on D devices sends (D - 1) / D
 * of them, and has at most D / (D - 1) times this rate.
 *
 * Limits: one device copies to itself, as gpu/memcpy does.
 * Sources: NVIDIA, CUDA Runtime API, cudaMemcpyAsync and unified addressing; NVIDIA, nccl-tests,
 * doc/PERFORMANCE.md. */
#include "gpu/parts.h"

static int run(const Task *task)
{
    const unsigned devices = task->point->devices;
    if (gpu_is_recording()) {
        return 0; /* no kernel of ours to tell about */
    }
    for (unsigned d = 0; d < devices; d++) {
        const DeviceSlice *part = &task->parts[d];
        const size_t bytes = part->rows * task->point->n * type_size(task->point->type);
        if (bytes != 0 && GPU_CHECK(task, cudaMemcpyAsync(task->parts[(d + 1) % devices].out, part->a, bytes,
                                                          cudaMemcpyDefault, part_stream(task, d))) != 0) {
            return -1;
        }
    }
    return 0;
}

extern "C" const Variant variant_gpu_copy_peer;
const Variant variant_gpu_copy_peer = {
    .workload = "copy",
    .name = "gpu/peer",
    .idea = "every device copies its rows to the next one, all at once: each link is busy both ways",
    .source = "NVIDIA, CUDA Runtime API: cudaMemcpyAsync; NVIDIA, nccl-tests",
    .types = INT32 | FLOAT32 | FLOAT64,
    .axes = AXIS_DEVICES,
    .flags = VARIANT_LIBRARY,
    .first_owner = 1,
    .run = run,
};
