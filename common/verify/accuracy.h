/* Classes of precision: what the error of a product may be. Private to common/verify/ and the workloads. */
#ifndef SPEEDUP_ACCURACY_H
#define SPEEDUP_ACCURACY_H

#include <math.h>

#include "common/workload.h"

#define ACCURACY_EXACT ((Accuracy){.relative = NAN, .units = NAN, .precision = PRECISION_EXACT})

/* u sqrt(n), the unit of errors, u = 2^-24. */
double accuracy_unit(size_t n);

/* The finest class whose results have at most this relative error; PRECISIONS when it is too large for all,
 * or NaN. */
Precision accuracy_class(double relative, size_t n);

/* What one element of a result of this class may differ by, in units of sqrt(sum a_ik^2 b_kj^2), where the
 * elements differ by `typical` in the root mean square. */
double accuracy_element_bound(Precision precision, double typical, size_t n);

/* The accuracy of a float32 result of length `size` (Frobenius) that is `error` away from the exact one. */
Accuracy accuracy_of(double error, double size, size_t n, Precision precision);

#endif
