/* copy gpu/persists: right, and marks its input as persisting in the L2 cache, where the flush of --cold must
 * not leave it. Few threads with one load each in progress: a cold kernel takes longer by the latency of
 * memory. Needs compute capability 8.0. */
#include <cuda_runtime.h>

#include "gpu/launch.h"
#include "tests/variants/variant.h"

enum { THREADS = 256, BLOCKS = 32 };

static __global__ void copy(const uint32_t *a, uint32_t *out, size_t words)
{
#pragma unroll 1
    for (size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x; i < words; i += (size_t)gridDim.x * THREADS) {
        out[i] = a[i];
    }
}

/* Once a point: these calls may wait for the GPU. */
static int mark(Task *task)
{
    const size_t bytes = point_matrix_bytes(task->point);
    cudaStreamAttrValue window = {};
    window.accessPolicyWindow.base_ptr = (void *)task->a;
    window.accessPolicyWindow.num_bytes = bytes;
    window.accessPolicyWindow.hitRatio = 1;
    window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    return GPU_CHECK(task, cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, bytes)) != 0
               ? -1
               : GPU_CHECK(task, cudaStreamSetAttribute((cudaStream_t)task->stream,
                                                        cudaStreamAttributeAccessPolicyWindow, &window));
}

static int run(const Task *task)
{
    const uint32_t *a = (const uint32_t *)task->a;
    uint32_t *out = (uint32_t *)task->out;
    size_t words = task->point->n * task->point->n;
    const LaunchShape shape = {.grid = {BLOCKS, 1, 1}, .block = {THREADS, 1, 1}};
    return GPU_LAUNCH(task, shape, copy, a, out, words);
}

TEST_VARIANT(gpu, copy, persists, .idea = "right, marks its input as persisting in the L2 cache",
             .types = INT32 | FLOAT32, .open = mark);
