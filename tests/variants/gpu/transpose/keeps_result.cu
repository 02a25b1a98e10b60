/* Wrong on purpose: the first result is kept in memory of its own, and later ones are copies of it. */
#include "tests/variants/gpu/transpose/plain_transpose.cuh"

static int run(const Task *task)
{
    static void *kept;
    const size_t bytes = point_matrix_bytes(task->point);
    const cudaStream_t stream = (cudaStream_t)task->stream;
    if (kept != NULL) {
        return GPU_CHECK(task, cudaMemcpyAsync(task->out, kept, bytes, cudaMemcpyDeviceToDevice, stream));
    }
    return plain_transpose(task) != 0 || GPU_CHECK(task, cudaMalloc(&kept, bytes)) != 0
               ? -1
               : GPU_CHECK(task, cudaMemcpyAsync(kept, task->out, bytes, cudaMemcpyDeviceToDevice, stream));
}

TEST_VARIANT(gpu, transpose, keeps_result,
             .idea = "wrong on purpose: copies a result that it keeps on the GPU", .types = INT32 | FLOAT32);
