/* matmul cpu/blas: the system's BLAS library.
 *
 * cblas_sgemm, for float64 cblas_dgemm, packs both operands into buffers that fit the caches and computes
 * register tiles, with kernels written for each processor. It is the reference for other kernels, and close
 * to the machine's ceiling where the library knows the processor: column detail names the library and the
 * selected core type. BLAS has no integer product. Source: OpenBLAS, BLIS or oneMKL, whichever the program
 * was built for. */
#include "cpu/blas.h"
#include "common/workload.h"

/* The values of CblasRowMajor and CblasNoTrans, and the function, as in every CBLAS. Declared here because
 * the libraries' headers have different names. */
enum { ROW_MAJOR = 101, NO_TRANSPOSE = 111 };

typedef void Sgemm(int order, int transpose_a, int transpose_b, int rows, int columns, int depth, float alpha,
                   const float *a, int a_stride, const float *b, int b_stride, float beta, float *out,
                   int out_stride);
typedef void Dgemm(int order, int transpose_a, int transpose_b, int rows, int columns, int depth,
                   double alpha, const double *a, int a_stride, const double *b, int b_stride, double beta,
                   double *out, int out_stride);

static int open_library(Task *task)
{
    const char *name = task->point->type == TYPE_FLOAT64 ? "cblas_dgemm" : "cblas_sgemm";
    task->handle = blas_function(name);
    return task->handle != NULL ? blas_open(task)
                                : error_set(task->error, "matmul cpu/blas: the library has no %s", name);
}

static int run(const Task *task)
{
    const int m = (int)task->point->m, n = (int)task->point->n, k = (int)task->point->k;
    if (task->point->type == TYPE_FLOAT64) {
        ((Dgemm *)task->handle)(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, m, n, k, 1, task->a, k, task->b, n, 0,
                                task->out, n);
    } else {
        ((Sgemm *)task->handle)(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, m, n, k, 1, task->a, k, task->b, n, 0,
                                task->out, n);
    }
    return 0;
}

const Variant variant_cpu_matmul_blas = {
    .workload = "matmul",
    .name = "cpu/blas",
    .idea = "cblas_sgemm or _dgemm of the BLAS library that the program was built for",
    .source = "OpenBLAS, BLIS or oneMKL",
    .types = FLOAT32 | FLOAT64,
    .axes = AXIS_THREADS,
    .flags = VARIANT_LIBRARY,
    .instructions = INSTRUCTIONS_MATRIX,
    .missing = blas_missing,
    .accepts = blas_accepts,
    .describe = blas_describe,
    .open = open_library,
    .run = run,
};
