/* spmv by cuSPARSE: the library that the ladder is compared with.
 *
 * cusparseSpMV of the generic interface on the same compressed rows, with its default algorithm for them,
 * CUSPARSE_SPMV_CSR_ALG1. What the library prepares from the pattern (its buffer, cusparseSpMV_preprocess) is
 * prepared once and not timed, as programs multiply by the same matrix many times.
 *
 * The library is opened at its first use, not linked (gpu/library.h).
 *
 * Limits: signed indices, so fewer than 2^31 rows, columns and nonzeros. The buffer is memory of the
 * library's choice, beside the workspace that is checked before a point. Source: NVIDIA, cuSPARSE
 * documentation, cusparseSpMV. */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "gpu/launch.h"
#include "gpu/library.h"

#if __has_include(<cusparse.h>)
#include <cusparse.h>
#include <stdio.h>

/* The library's functions keep to the header within a major version. */
#define LIBRARY "libcusparse.so." GPU_TEXT(CUSPARSE_VER_MAJOR)

#define FIND(function) GPU_FIND(LIBRARY, function)

/* 0, or -1 with task->error set. */
#define CALL(task, function, ...) check(task, (int)FIND(function)(__VA_ARGS__), #function)

/* The product of the matrix and the vector of one task, which `out` identifies. */
typedef struct Prepared {
    const void *out;
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t x, y;
    void *buffer;
    struct Prepared *next;
} Prepared;

typedef struct Handle {
    cusparseHandle_t library;
    Prepared *prepared;
} Handle;

static const double one_64 = 1, zero_64 = 0;
static const float one_32 = 1, zero_32 = 0;

static const char *missing(void)
{
    return FIND(cusparseSpMV) != NULL ? NULL
                                      : "no " LIBRARY " with cusparseSpMV: install cuSPARSE of the CUDA "
                                        "Toolkit or name its folder in LD_LIBRARY_PATH";
}

static int check(const Task *task, int status, const char *call)
{
    return status == CUSPARSE_STATUS_SUCCESS
               ? 0
               : error_set(task->error, "%s of cuSPARSE: %s (%d)", call,
                           FIND(cusparseGetErrorString)((cusparseStatus_t)status), status);
}

static void close_task(Task *task)
{
    Handle *handle = (Handle *)task->handle;
    while (handle != NULL && handle->prepared != NULL) {
        Prepared *prepared = handle->prepared;
        handle->prepared = prepared->next;
        FIND(cusparseDestroySpMat)(prepared->matrix);
        FIND(cusparseDestroyDnVec)(prepared->x);
        FIND(cusparseDestroyDnVec)(prepared->y);
        (void)cudaFree(prepared->buffer);
        free(prepared);
    }
    if (handle != NULL && handle->library != NULL) {
        FIND(cusparseDestroy)(handle->library);
    }
    free(handle);
    task->handle = NULL;
}

static int open_task(Task *task)
{
    Handle *handle = (Handle *)calloc(1, sizeof *handle);
    task->handle = handle;
    if (handle == NULL) {
        return error_set(task->error, "no memory for the handle of cuSPARSE");
    }
    if (CALL(task, cusparseCreate, &handle->library) != 0 ||
        CALL(task, cusparseSetStream, handle->library, (cudaStream_t)task->stream) != 0) {
        close_task(task);
        return -1;
    }
    return 0;
}

static cudaDataType type_of(const Task *task)
{
    return task->point->type == TYPE_FLOAT64 ? CUDA_R_64F : CUDA_R_32F;
}

/* The arguments of cusparseSpMV, and of the two functions that prepare it, up to the last one. */
#define ARGUMENTS(task, of)                                                                                  \
    ((const Handle *)(task)->handle)->library, CUSPARSE_OPERATION_NON_TRANSPOSE,                             \
        type_of(task) == CUDA_R_64F ? (const void *)&one_64 : &one_32, (of)->matrix, (of)->x,                \
        type_of(task) == CUDA_R_64F ? (const void *)&zero_64 : &zero_32, (of)->y, type_of(task),             \
        CUSPARSE_SPMV_CSR_ALG1

static int describe_operands(const Task *task, Prepared *of)
{
    const int64_t m = (int64_t)task->point->m, n = (int64_t)task->point->n,
                  nonzeros = (int64_t)task->point->edges;
    const cudaDataType type = type_of(task);
    return CALL(task, cusparseCreateCsr, &of->matrix, m, n, nonzeros, (void *)task->a, (void *)task->b,
                (void *)task->c, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                type) != 0 ||
                   CALL(task, cusparseCreateDnVec, &of->x, n, (void *)task->d, type) != 0 ||
                   CALL(task, cusparseCreateDnVec, &of->y, m, task->out, type) != 0
               ? -1
               : 0;
}

/* cusparseSpMV_preprocess has the arguments of cusparseSpMV; libraries before CUDA 12.4 lack it. */
static int preprocess(const Task *task, const Prepared *of)
{
    const auto call = (decltype(&cusparseSpMV))gpu_library_symbol(LIBRARY, "cusparseSpMV_preprocess");
    return call == NULL ? 0
                        : check(task, (int)call(ARGUMENTS(task, of), of->buffer), "cusparseSpMV_preprocess");
}

static int prepare(const Task *task)
{
    Handle *handle = (Handle *)task->handle;
    Prepared *prepared = (Prepared *)calloc(1, sizeof *prepared);
    size_t bytes = 0;
    if (prepared == NULL) {
        return error_set(task->error, "no memory for the descriptors of cuSPARSE");
    }
    prepared->out = task->out;
    prepared->next = handle->prepared;
    handle->prepared = prepared;
    if (describe_operands(task, prepared) != 0 ||
        CALL(task, cusparseSpMV_bufferSize, ARGUMENTS(task, prepared), &bytes) != 0 ||
        (bytes > 0 && GPU_CHECK(task, cudaMalloc(&prepared->buffer, bytes)) != 0) ||
        preprocess(task, prepared) != 0) {
        return -1;
    }
    return GPU_CHECK(task, cudaStreamSynchronize((cudaStream_t)task->stream));
}

static int run(const Task *task)
{
    if (task->handle == NULL) { /* in a recorded launch */
        return 0;
    }
    const Prepared *prepared = ((const Handle *)task->handle)->prepared;
    while (prepared->out != task->out) {
        prepared = prepared->next;
    }
    return CALL(task, cusparseSpMV, ARGUMENTS(task, prepared), prepared->buffer);
}

static void describe(const Point *, char *text, size_t size)
{
    int version[3] = {0, 0, 0};
    FIND(cusparseGetProperty)(MAJOR_VERSION, &version[0]);
    FIND(cusparseGetProperty)(MINOR_VERSION, &version[1]);
    FIND(cusparseGetProperty)(PATCH_LEVEL, &version[2]);
    snprintf(text, size, "cuSPARSE %d.%d.%d, CSR_ALG1", version[0], version[1], version[2]);
}
#else
static const char *missing(void)
{
    return "not built: no cusparse.h: install cuSPARSE of the CUDA Toolkit, then `make`";
}

/* Not called, as the variant is missing. */
static int (*const open_task)(Task *) = NULL;
static int (*const prepare)(const Task *) = NULL, (*const run)(const Task *) = NULL;
static void (*const close_task)(Task *) = NULL;
static void (*const describe)(const Point *, char *, size_t) = NULL;
#endif

static int accepts(const Point *point, Error *error)
{
    return point->n <= INT32_MAX && point->m <= INT32_MAX && point->edges <= INT32_MAX
               ? 0
               : error_set(error,
                           "cuSPARSE takes fewer than 2^31 rows, columns and nonzeros with 32-bit indices");
}

extern "C" const Variant variant_gpu_spmv_cusparse;
const Variant variant_gpu_spmv_cusparse = {
    .workload = "spmv",
    .name = "gpu/cusparse",
    .idea = "cusparseSpMV on compressed rows, prepared once: what the library reaches",
    .source = "NVIDIA, cuSPARSE documentation, cusparseSpMV",
    .types = FLOAT32 | FLOAT64,
    .flags = VARIANT_LIBRARY,
    .missing = missing,
    .accepts = accepts,
    .describe = describe,
    .open = open_task,
    .close = close_task,
    .prepare = prepare,
    .run = run,
};
