/* How verification names a wrong element. Private to common/verify/ and the workloads. */
#ifndef SPEEDUP_MISMATCH_H
#define SPEEDUP_MISMATCH_H

#include "common/workload.h"

#ifdef __FAST_MATH__
#error "compile without fast-math: with it NaN would pass for right"
#endif

/* Sets "element (i, j) is X, expected Y" for element `index` of the n x n matrix `out`, Y being
 * the element of the same type at `expected`, and verify_poison_note. Returns 1, as a verification
 * does that found a wrong result. */
int verify_mismatch(const void *out, size_t n, size_t index, ElementType type, const void *expected,
                    Error *error);

/* The same for a float32 that may differ from the double `expected` by `limit`. */
int verify_mismatch_bound(const float *out, size_t n, size_t index, double expected, double limit,
                          Error *error);

/* For the end of such a message: says so when element `index` holds the poison of its type, else "". A float
 * added to poison is still that NaN, so that a variant that only adds cannot be told from one that
 * writes nothing. */
const char *verify_poison_note(const void *out, size_t index, ElementType type);

#endif
