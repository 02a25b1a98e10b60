/* cuSPARSE is opened when it is asked for, and is not there: these are the names that are asked for. */
#pragma once

#include "cublas_v2.h"

#define CUSPARSE_VER_MAJOR emulated

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
enum cusparseStatus_t : int { CUSPARSE_STATUS_SUCCESS };
enum cusparseOperation_t { CUSPARSE_OPERATION_NON_TRANSPOSE };
enum cusparseIndexType_t { CUSPARSE_INDEX_32I };
enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO };
enum cusparseSpMVAlg_t { CUSPARSE_SPMV_CSR_ALG1 };
enum cudaDataType { CUDA_R_32F, CUDA_R_64F };

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle);
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle);
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream);
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value);
const char *cusparseGetErrorString(cusparseStatus_t status);
cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t nonzeros, void *offsets, void *indices, void *values,
                                   cusparseIndexType_t, cusparseIndexType_t, cusparseIndexBase_t,
                                   cudaDataType type);
cusparseStatus_t cusparseDestroySpMat(cusparseSpMatDescr_t matrix);
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *vector, int64_t size, void *values,
                                     cudaDataType type);
cusparseStatus_t cusparseDestroyDnVec(cusparseDnVecDescr_t vector);
cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, const void *alpha,
                                         cusparseSpMatDescr_t matrix, cusparseDnVecDescr_t x,
                                         const void *beta, cusparseDnVecDescr_t y, cudaDataType type,
                                         cusparseSpMVAlg_t, size_t *bytes);
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t, const void *alpha,
                              cusparseSpMatDescr_t matrix, cusparseDnVecDescr_t x, const void *beta,
                              cusparseDnVecDescr_t y, cudaDataType type, cusparseSpMVAlg_t, void *buffer);
