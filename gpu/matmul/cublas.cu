/* Matrix product by cuBLAS: the library that the ladder is compared with.
 *
 * cublasSgemm in the mode CUBLAS_PEDANTIC_MATH: every multiply-add in float32, as in our own kernels.
 * Otherwise the library, or the environment, may choose to round the inputs to TF32, which is eight times
 * faster and a different task. It stores matrices by columns: A, B and the result are transposes of ours, so
 * out' = b' a' gives out = a b without any copies.
 * float64: cublasDgemm in the default mode, whose multiply-adds in float64 may run on tensor cores. In
 * pedantic mode it took 1.3 to 1.4 times as long at even n from 2000 on, on an H200 (cuBLAS 13.1).
 * float16, bfloat16: cublasSgemmEx, which adds in float32, on tensor cores, in a mode that reduces no sums in
 * 16 bits. It is as fast as cublasGemmEx, of which C++ has two.
 * Source: NVIDIA, cuBLAS documentation. */
#include <cublas_v2.h>

#include "gpu/cublas.h"

static int run(const Task *task)
{
    const int m = (int)task->point->m, n = (int)task->point->n, k = (int)task->point->k;
    if (task->point->type == TYPE_FLOAT64) {
        const double one = 1, zero = 0;
        return GPU_CUBLAS_CALL(task, cublasDgemm, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one,
                               (const double *)task->b, n, (const double *)task->a, k, &zero,
                               (double *)task->out, n);
    }
    const float one = 1.0f, zero = 0.0f;
    if (task->point->type != TYPE_FLOAT32) {
        const cudaDataType_t type = task->point->type == TYPE_FLOAT16 ? CUDA_R_16F : CUDA_R_16BF;
        return GPU_CUBLAS_CALL(task, cublasSgemmEx, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, task->b, type, n,
                               task->a, type, k, &zero, task->out, type, n);
    }
    return GPU_CUBLAS_CALL(task, cublasSgemm, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, (const float *)task->b,
                           n, (const float *)task->a, k, &zero, (float *)task->out, n);
}

static void describe(const Point *point, char *text, size_t size)
{
    const char *mode = point->type == TYPE_FLOAT64   ? "FP64"
                       : point->type == TYPE_FLOAT32 ? "pedantic FP32"
                                                     : "sums in FP32";
    gpu_cublas_describe(mode, text, size);
}

extern "C" const Variant variant_gpu_matmul_cublas;
const Variant variant_gpu_matmul_cublas = {
    .workload = "matmul",
    .name = "gpu/cublas",
    .idea = "cublasSgemm, Dgemm, of 16 bits SgemmEx with sums in float32 (no TF32): what the library reaches",
    .source = "NVIDIA, cuBLAS documentation",
    .types = FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .flags = VARIANT_LIBRARY | VARIANT_TENSOR_FLOAT64,
    .missing = gpu_cublas_missing,
    .describe = describe,
    .open = gpu_cublas_open,
    .close = gpu_cublas_close,
    .run = run,
};
