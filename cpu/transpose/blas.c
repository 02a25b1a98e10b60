/* transpose cpu/blas: the BLAS library's out-of-place transpose.
 *
 * cblas_?omatcopy computes out = alpha * transpose(in), here with alpha 1. It is not part of the BLAS
 * standard: OpenBLAS has it with this interface, BLIS and MKL do not. It multiplies, so it moves floats only,
 * and OpenBLAS runs it on one thread.
 * Source: OpenBLAS, interface/omatcopy.c. */
#include "cpu/blas.h"
#include "common/workload.h"

/* The values of CblasRowMajor and CblasTrans, from the CBLAS standard. */
enum { ROW_MAJOR = 101, TRANSPOSE = 112 };

typedef void Somatcopy(int order, int transpose, int rows, int columns, float alpha, const float *in,
                       int in_stride, float *out, int out_stride);
typedef void Domatcopy(int order, int transpose, int rows, int columns, double alpha, const double *in,
                       int in_stride, double *out, int out_stride);

static const char *missing(void)
{
    const char *reason = blas_missing();
    if (reason == NULL && blas_function("cblas_somatcopy") == NULL) {
        reason = "this BLAS has no omatcopy; OpenBLAS does";
    }
    return reason;
}

static int open_library(Task *task)
{
    task->handle = blas_function(task->point->type == TYPE_FLOAT64 ? "cblas_domatcopy" : "cblas_somatcopy");
    if (task->handle == NULL) {
        return error_set(task->error, "transpose cpu/blas: %s", missing());
    }
    return blas_open(task);
}

static int run(const Task *task)
{
    const int m = (int)task->point->m, n = (int)task->point->n;
    if (task->point->type == TYPE_FLOAT64) {
        ((Domatcopy *)task->handle)(ROW_MAJOR, TRANSPOSE, m, n, 1, task->a, n, task->out, m);
    } else {
        ((Somatcopy *)task->handle)(ROW_MAJOR, TRANSPOSE, m, n, 1, task->a, n, task->out, m);
    }
    return 0;
}

const Variant variant_cpu_transpose_blas = {
    .workload = "transpose",
    .name = "cpu/blas",
    .idea = "cblas_?omatcopy of the BLAS library that the program was built for, on one thread",
    .source = "OpenBLAS, interface/omatcopy.c",
    .types = FLOAT32 | FLOAT64,
    .flags = VARIANT_LIBRARY,
    .missing = missing,
    .accepts = blas_accepts,
    .describe = blas_describe,
    .open = open_library,
    .run = run,
};
