/* cuBLASXt is part of cuBLAS, which is not there (cublas_v2.h). */
#pragma once

#include "cublas_v2.h"

typedef struct cublasXtContext *cublasXtHandle_t;

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle);
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle);
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int count, int *devices);
cublasStatus_t cublasXtSgemm(cublasXtHandle_t handle, cublasOperation_t, cublasOperation_t, size_t m,
                             size_t n, size_t k, const float *alpha, const float *a, size_t lda,
                             const float *b, size_t ldb, const float *beta, float *c, size_t ldc);
