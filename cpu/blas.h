/* Shared by the BLAS variants: library version, number of threads, core type.
 *
 * The program opens the CBLAS that it was built for, OpenBLAS, BLIS or MKL, when a variant needs it. It is
 * identified by the functions that it contains, so no library-specific header is needed. */
#pragma once

#include "common/error.h"
#include "common/workload.h"

/* For Variant.missing: NULL, or why there is no BLAS. */
const char *blas_missing(void);

/* For Variant.accepts: n must fit the library's int. */
int blas_accepts(const Point *point, Error *error);

/* For Variant.open: makes the library use point->threads threads. -1 and an error if it cannot, or if its
 * threads would all share one processor. */
int blas_open(Task *task);

/* For Variant.describe: "OpenBLAS 0.3.21, core SkylakeX", with a warning if the core type does not use the
 * CPU's widest vectors. */
void blas_describe(const Point *point, char *text, size_t size);

/* Looks up a function of the library; NULL if absent. The caller casts it to its type. */
void *blas_function(const char *name);
