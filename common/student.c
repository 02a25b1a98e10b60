/* The two tails together are the regularized incomplete beta function I_x(freedom / 2, 1 / 2) at
 * x = freedom / (freedom + t^2), here by its continued fraction after Lentz.
 * Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 1964, 26.5.8 and 26.7.1. */
#include "common/student.h"

#include <math.h>

enum { MOST_TERMS = 10000, MOST_HALVINGS = 200 };

/* Numerator number `term` of the fraction, from 1. */
static double numerator(double x, double a, double b, int term)
{
    double m = term / 2;
    return term % 2 == 0 ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
                         : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
}

/* I_x(a, b) for x below (a + 1) / (a + b + 2), where the fraction converges fast. */
static double incomplete_beta_small(double x, double a, double b)
{
    const double tiny = 1e-300;
    double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a;
    double above = 1, below = 0, fraction = 1;
    for (int term = 0; term < MOST_TERMS; term++) {
        double next = term == 0 ? 1 : numerator(x, a, b, term);
        below = 1 + next * below;
        below = 1 / (fabs(below) < tiny ? tiny : below);
        above = 1 + next / above;
        above = fabs(above) < tiny ? tiny : above;
        fraction *= above * below;
        if (fabs(above * below - 1) < 1e-15) {
            break;
        }
    }
    return front * (fraction - 1);
}

double student_two_sided(double t, double freedom)
{
    if (isnan(t) || !(freedom > 0)) {
        return NAN;
    }
    double a = freedom / 2, b = 0.5, square = t * t;
    double x = isinf(square) ? 0 : freedom / (freedom + square);
    if (x <= 0 || x >= 1) {
        return x >= 1 ? 1 : 0;
    }
    return x < (a + 1) / (a + b + 2) ? incomplete_beta_small(x, a, b)
                                     : 1 - incomplete_beta_small(square / (freedom + square), b, a);
}

double student_quantile(double confidence, double freedom)
{
    double low = 0, high = 1;
    while (student_two_sided(high, freedom) > 1 - confidence && high < 1e300) {
        high *= 2;
    }
    for (int i = 0; i < MOST_HALVINGS && low < high; i++) {
        double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high) {
            break;
        }
        if (student_two_sided(middle, freedom) > 1 - confidence) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return high;
}
