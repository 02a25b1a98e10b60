/* Copy by the runtime's own device-to-device copy: a ceiling of the variants that move memory.
 *
 * The driver chooses how each element is read and written. Transposes are compared with this rate. Sizes
 * that fit the second-level cache run faster than the memory.
 *
 * Source: NVIDIA, CUDA Runtime API, cudaMemcpyAsync. */
#include <cuda_runtime.h>

#include "gpu/launch.h"

static int run(const Task *task)
{
    if (gpu_is_recording()) {
        return 0; /* no kernel of ours to tell about */
    }
    return GPU_CHECK(task, cudaMemcpyAsync(task->out, task->a, point_matrix_bytes(task->point),
                                           cudaMemcpyDeviceToDevice, (cudaStream_t)task->stream));
}

extern "C" const Variant variant_gpu_copy_memcpy;
const Variant variant_gpu_copy_memcpy = {
    .workload = "copy",
    .name = "gpu/memcpy",
    .idea = "cudaMemcpyAsync from device to device: the driver's own copy",
    .source = "NVIDIA, CUDA Runtime API, cudaMemcpyAsync",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .flags = VARIANT_LIBRARY,
    .run = run,
};
