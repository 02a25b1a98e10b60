/* Classes of precision and their error bounds. Private to common/verify/ and the workloads. */
#pragma once

#include <math.h>

#include "common/workload.h"

#define ACCURACY_EXACT ((Accuracy){.relative = NAN, .units = NAN, .precision = PRECISION_EXACT})

/* u sqrt(n), the unit of errors of a class: u = 2^-53 of float64, else 2^-24. */
double accuracy_unit(Precision precision, size_t n);

/* The finest class, from `finest` on, whose bound `relative` satisfies for a result of so many elements, sums
 * of n products each; PRECISIONS if it exceeds all bounds or is NaN. */
Precision accuracy_class(double relative, size_t n, size_t elements, Precision finest);

/* Largest error of one element of a result of this class, in units of sqrt(sum a_ik^2 b_kj^2). `typical` is
 * the root mean square of the elements' errors in the same units. */
double accuracy_element_bound(Precision precision, double typical, size_t n);

/* Accuracy of a float result of Frobenius norm `size` whose error has norm `error`. */
Accuracy accuracy_of(double error, double size, size_t n, ElementType type, Precision precision);
