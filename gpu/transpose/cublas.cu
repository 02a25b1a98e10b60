/* Transpose by cuBLAS: the library that the ladder is compared with.
 *
 * cublasSgeam, for float64 cublasDgeam, computes alpha op(A) + beta op(B); with alpha 1, beta 0 and op the
 * transpose this is a transpose, by rows as by columns. B is then not read, but its address must be valid.
 *
 * Limits: floats only: the elements pass through a multiplication by 1, which keeps every number but not
 * every bit pattern that an integer may have.
 * Source: NVIDIA, cuBLAS documentation, cublas<t>geam. */
#include <cublas_v2.h>

#include "gpu/cublas.h"

static int run(const Task *task)
{
    const int m = (int)task->point->m, n = (int)task->point->n;
    if (task->point->type == TYPE_FLOAT64) {
        const double one = 1, zero = 0;
        const double *a = (const double *)task->a;
        return GPU_CUBLAS_CALL(task, cublasDgeam, CUBLAS_OP_T, CUBLAS_OP_N, m, n, &one, a, n, &zero, a, m,
                               (double *)task->out, m);
    }
    const float one = 1.0f, zero = 0.0f;
    const float *a = (const float *)task->a;
    return GPU_CUBLAS_CALL(task, cublasSgeam, CUBLAS_OP_T, CUBLAS_OP_N, m, n, &one, a, n, &zero, a, m,
                           (float *)task->out, m);
}

static void describe(const Point *, char *text, size_t size)
{
    gpu_cublas_describe("geam", text, size);
}

extern "C" const Variant variant_gpu_transpose_cublas;
const Variant variant_gpu_transpose_cublas = {
    .workload = "transpose",
    .name = "gpu/cublas",
    .idea = "cublasSgeam or Dgeam with alpha 1 and beta 0: what the library reaches",
    .source = "NVIDIA, cuBLAS documentation, cublas<t>geam",
    .types = FLOAT32 | FLOAT64,
    .flags = VARIANT_LIBRARY,
    .missing = gpu_cublas_missing,
    .describe = describe,
    .open = gpu_cublas_open,
    .close = gpu_cublas_close,
    .run = run,
};
