/* Matrix product on several GPUs by cuBLASXt: the library that distributes the work itself.
 *
 * cublasXtSgemm takes contiguous matrices on the host or on a GPU, cuts them into squares, 2048 wide by
 * default, and has each GPU compute some squares of the result, with a host thread for each. So the matrices
 * lie whole on the first GPU (Variant.block_rows); all others read their operands from there and write their
 * results there. Its users have this distribution, and it is why cuBLASXt is slower than variants whose
 * matrices are distributed. Every step is in float32, as in cublasSgemm unless the environment sets TF32.
 *
 * The call returns when all is done, so it waits for the inputs first, and its time includes the host's work.
 * Limits: the first GPU must hold all three matrices.
 * Source: NVIDIA, cuBLAS documentation, "Using the cuBLASXt API". */
#include <cublasXt.h>

#include "gpu/cublas.h"
#include "gpu/parts.h"

static const char *missing(void)
{
    const char *reason = gpu_cublas_missing();
    return reason == NULL && GPU_CUBLAS_FIND(cublasXtSgemm) == NULL ? "this cuBLAS has no cuBLASXt" : reason;
}

static void close_handle(Task *task)
{
    if (task->handle != NULL) {
        GPU_CUBLAS_FIND(cublasXtDestroy)((cublasXtHandle_t)task->handle);
    }
    task->handle = NULL;
}

static int open_handle(Task *task)
{
    cublasXtHandle_t made;
    int devices[MOST_DEVICES];
    task->handle = NULL;
    if (gpu_is_recording()) {
        return 0;
    }
    for (unsigned d = 0; d < task->point->devices; d++) {
        devices[d] = task->parts[d].device;
    }
    if (gpu_cublas_check(task, GPU_CUBLAS_FIND(cublasXtCreate)(&made), "cublasXtCreate") != 0) {
        return -1;
    }
    task->handle = made;
    if (gpu_cublas_check(task,
                         GPU_CUBLAS_FIND(cublasXtDeviceSelect)(made, (int)task->point->devices, devices),
                         "cublasXtDeviceSelect") != 0) {
        close_handle(task);
        return -1;
    }
    return 0;
}

/* The library stores matrices by columns: what it takes for ours are their transposes, out' = b' a'. */
static int run(const Task *task)
{
    if (gpu_is_recording()) {
        return 0; /* the library's kernels are not recorded */
    }
    const size_t n = task->point->n;
    const float one = 1.0f, zero = 0.0f;
    if (part_enter(task, 0) != 0 || GPU_CHECK(task, cudaStreamSynchronize(part_stream(task, 0))) != 0) {
        return -1;
    }
    return gpu_cublas_check(task,
                            GPU_CUBLAS_FIND(cublasXtSgemm)((cublasXtHandle_t)task->handle, CUBLAS_OP_N,
                                                           CUBLAS_OP_N, n, n, n, &one, (const float *)task->b,
                                                           n, (const float *)task->a, n, &zero,
                                                           (float *)task->out, n),
                            "cublasXtSgemm");
}

/* All of a matrix is one block, the first device's. */
static size_t block_rows(const Point *point)
{
    return point->n;
}

static void describe(const Point *, char *text, size_t size)
{
    gpu_cublas_describe("cuBLASXt", text, size);
}

extern "C" const Variant variant_gpu_matmul_cublasxt;
const Variant variant_gpu_matmul_cublasxt = {
    .workload = "matmul",
    .name = "gpu/cublasxt",
    .idea = "several GPUs: cublasXtSgemm, which distributes squares of matrices that lie on the first GPU",
    .source = "NVIDIA, cuBLAS documentation",
    .types = FLOAT32,
    .axes = AXIS_DEVICES,
    .flags = VARIANT_LIBRARY | VARIANT_DISTINCT,
    .missing = missing,
    .block_rows = block_rows,
    .describe = describe,
    .open = open_handle,
    .close = close_handle,
    .run = run,
};
