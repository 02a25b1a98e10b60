/* How verification names a wrong element. Private to common/verify/ and the workloads. */
#ifndef SPEEDUP_VERIFY_ELEMENT_H
#define SPEEDUP_VERIFY_ELEMENT_H

#include "common/workload.h"

#ifdef __FAST_MATH__
#error "compile without fast-math: with it NaN would pass for right"
#endif

/* Sets "element (i, j) is X, expected Y" for element `index` of the n x n matrix `out`, Y being
 * the element of the same type at `expected`; says so when X is poison, that is, was never
 * written. Returns 1, as a verification does that found a wrong result. */
int verify_report(const void *out, size_t n, size_t index, ElementType type, const void *expected,
                  Error *error);

/* The same for a float32 that may differ from the double `expected` by `limit`. */
int verify_report_bound(const float *out, size_t n, size_t index, double expected, double limit,
                        Error *error);

/* Is element `index` the poison of its type? */
bool verify_is_poison(const void *out, size_t index, ElementType type);

#endif
