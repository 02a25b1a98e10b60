/* Tails are regularized incomplete beta functions, computed by Lentz's continued fraction. P(F > f) is
 * I_x(below / 2, above / 2) at x = below / (below + above f); t^2 is F with one degree of freedom in the
 * numerator.
 * Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 1964, 26.5.8, 26.6.2 and 26.7.1. */
#include "common/statistics/distributions.h"

#include <math.h>

enum { MOST_TERMS = 10000 };

/* Numerator `term` of the continued fraction, counted from 1. */
static double numerator(double x, double a, double b, int term)
{
    const int half = term / 2;
    const double m = half;
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

double fisher_tail(double f, double above, double below)
{
    if (isnan(f) || !(above > 0) || !(below > 0)) {
        return NAN;
    }
    double a = below / 2, b = above / 2;
    double x = isinf(f) ? 0 : below / (below + above * f);
    if (x <= 0 || x >= 1) {
        return x >= 1 ? 1 : 0;
    }
    return x < (a + 1) / (a + b + 2) ? incomplete_beta_small(x, a, b)
                                     : 1 - incomplete_beta_small(above * f / (below + above * f), b, a);
}

double student_two_sided(double t, double freedom)
{
    return fisher_tail(t * t, 1, freedom);
}

/* The tail is convex, so Newton's method approaches the quantile from 0 without passing it. */
double student_quantile(double confidence, double freedom)
{
    const double top = 2 * exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(freedom * M_PI);
    double t = 0, step = 1;
    while (step > 1e-14 * t) {
        const double density = top * pow(1 + t * t / freedom, -(freedom + 1) / 2);
        step = (student_two_sided(t, freedom) - (1 - confidence)) / density;
        t += step;
    }
    return t;
}
