/* cuBLAS is opened when it is asked for, and is not there: these are the names that are asked for. */
#pragma once

#include "cuda_runtime.h"

#define CUBLAS_VER_MAJOR emulated

typedef struct cublasContext *cublasHandle_t;
enum cublasStatus_t : int { CUBLAS_STATUS_SUCCESS };
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T };
enum cublasMath_t { CUBLAS_PEDANTIC_MATH = 2, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16 };
enum cudaDataType_t { CUDA_R_16F, CUDA_R_16BF };
enum libraryPropertyType { MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL };

cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
const char *cublasGetStatusString(cublasStatus_t status);
#define EMULATED_CUBLAS(S, Real)                                                                             \
    cublasStatus_t cublas##S##gemm(cublasHandle_t handle, cublasOperation_t, cublasOperation_t, int m,       \
                                   int n, int k, const Real *alpha, const Real *a, int lda, const Real *b,   \
                                   int ldb, const Real *beta, Real *c, int ldc);                             \
    cublasStatus_t cublas##S##geam(cublasHandle_t handle, cublasOperation_t, cublasOperation_t, int m,       \
                                   int n, const Real *alpha, const Real *a, int lda, const Real *beta,       \
                                   const Real *b, int ldb, Real *c, int ldc);
EMULATED_CUBLAS(S, float)
EMULATED_CUBLAS(D, double)
cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t, cublasOperation_t, int m, int n, int k,
                             const float *alpha, const void *a, cudaDataType_t, int lda, const void *b,
                             cudaDataType_t, int ldb, const float *beta, void *c, cudaDataType_t, int ldc);
