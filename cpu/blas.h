/* What the BLAS variants share: the library's name, its threads, its core type.
 *
 * The program is linked with one CBLAS: OpenBLAS, BLIS or MKL. Which one is asked
 * at run time by the functions that it has, so no library's own header is needed. */
#ifndef SPEEDUP_CPU_BLAS_H
#define SPEEDUP_CPU_BLAS_H

#include "common/error.h"
#include "common/workload.h"

/* For Variant.missing: NULL, or why there is no BLAS. */
const char *blas_missing(void);

/* For Variant.accepts: the matrix must fit the library's int. */
int blas_accepts(const Point *point, Error *error);

/* For Variant.open: the library uses point->threads threads from now on. -1 and an
 * error when it cannot, or when threads that it makes would all share one processor. */
int blas_open(Task *task);

/* For Variant.describe: "OpenBLAS 0.3.21, core SkylakeX", and a warning where the core
 * type leaves out the CPU's widest vectors. */
void blas_describe(const Point *point, char *text, size_t size);

/* A function of the library by name, or NULL; the caller casts it to its type. */
void *blas_function(const char *name);

#endif
