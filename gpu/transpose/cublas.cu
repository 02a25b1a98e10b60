/* Transpose by cuBLAS: the library that the ladder is compared with.
 *
 * cublasSgeam computes alpha op(A) + beta op(B); with alpha 1, beta 0 and op the transpose this is a
 * transpose, by rows as by columns. B is then not read, but its address must be valid.
 *
 * Limits: float32 only: the elements pass through a multiplication by 1, which keeps every number but not
 * every bit pattern that an integer may have.
 * Source: NVIDIA, cuBLAS documentation, cublas<t>geam. */
#include <cublas_v2.h>

#include "gpu/cublas.h"
#include "gpu/launch.h"

static int run(const Task *task)
{
    if (gpu_is_recording()) {
        return 0; /* the library's kernels are not recorded */
    }
    const auto sgeam = (decltype(&cublasSgeam))gpu_cublas_function(task, GPU_TEXT(cublasSgeam));
    if (sgeam == NULL) {
        return -1;
    }
    const int n = (int)task->point->n;
    const float one = 1.0f, zero = 0.0f;
    const float *a = (const float *)task->a;
    return gpu_cublas_check(task,
                            sgeam((cublasHandle_t)task->handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, &one, a, n,
                                  &zero, a, n, (float *)task->out, n),
                            "cublasSgeam");
}

static void describe(const Point *, char *text, size_t size)
{
    gpu_cublas_describe("geam", text, size);
}

extern "C" const Variant variant_gpu_transpose_cublas;
const Variant variant_gpu_transpose_cublas = {
    .workload = "transpose",
    .name = "gpu/cublas",
    .idea = "cublasSgeam with alpha 1 and beta 0: what the library reaches",
    .source = "NVIDIA, cuBLAS documentation, cublas<t>geam",
    .types = FLOAT32,
    .flags = VARIANT_LIBRARY,
    .missing = gpu_cublas_missing,
    .describe = describe,
    .open = gpu_cublas_open,
    .close = gpu_cublas_close,
    .run = run,
};
