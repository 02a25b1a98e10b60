/* See rounds.h. */
#include "common/statistics/rounds.h"

#include <math.h>
#include <stdlib.h>

#include "common/statistics/distributions.h"

const Ratio ratio_none = {NAN, NAN, NAN, NAN};

/* Mean and variance of log(value[i] / below[i]); below NULL: of 1. */
static void moments(const double *value, const double *below, size_t count, double *mean, double *variance)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++) {
        sum += log(value[i]) - (below != NULL ? log(below[i]) : 0);
    }
    *mean = count > 0 ? sum / (double)count : NAN;
    for (size_t i = 0; i < count; i++) {
        double off = log(value[i]) - (below != NULL ? log(below[i]) : 0) - *mean;
        squares += off * off;
    }
    *variance = count > 1 ? squares / (double)(count - 1) : NAN;
}

/* exp(mean) with the interval of the mean's standard error, wider by the resolution at both ends; without
 * `claimed`, no interval. p is that of a ratio within the resolution of 1. */
static Ratio from_logs(double mean, double error, double freedom, double resolution, bool claimed)
{
    Ratio ratio = {exp(mean), NAN, NAN, NAN};
    const double beyond = fmax(fabs(mean) - resolution, 0);
    double reach = claimed ? student_quantile(ROUNDS_CONFIDENCE, freedom) * error + resolution : NAN;
    if (exp(mean - reach) > 0 && isfinite(exp(mean + reach))) { /* else beyond all numbers */
        ratio.low = exp(mean - reach);
        ratio.high = exp(mean + reach);
        ratio.p = error > 0 ? student_two_sided(beyond / error, freedom) : beyond != 0 ? 0 : 1;
    }
    return ratio;
}

Estimate estimate_of(const double *median, size_t rounds)
{
    Estimate estimate = {.rounds = rounds};
    moments(median, NULL, rounds, &estimate.log_mean, &estimate.log_variance);
    Ratio ratio = from_logs(estimate.log_mean, sqrt(estimate.log_variance / (double)rounds),
                            (double)rounds - 1, 0, rounds >= ROUNDS_FOR_INTERVAL);
    estimate.value = ratio.value;
    estimate.low = ratio.low;
    estimate.high = ratio.high;
    return estimate;
}

void estimate_coarsen(Estimate *estimate, double log_resolution)
{
    estimate->log_resolution = log_resolution;
    estimate->low /= exp(log_resolution);
    estimate->high *= exp(log_resolution);
}

Ratio mean_with_error(double mean, double error, double freedom)
{
    const double reach = student_quantile(ROUNDS_CONFIDENCE, freedom) * error;
    return (Ratio){mean, mean - reach, mean + reach, NAN};
}

Ratio arithmetic_mean(const double *value, size_t count)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++) {
        sum += value[i];
    }
    const double mean = sum / (double)count;
    for (size_t i = 0; i < count; i++) {
        squares += (value[i] - mean) * (value[i] - mean);
    }
    const double freedom = (double)count - 1;
    return count >= ROUNDS_FOR_INTERVAL
               ? mean_with_error(mean, sqrt(squares / freedom / (double)count), freedom)
               : (Ratio){mean, NAN, NAN, NAN};
}

double estimate_half_width(const Estimate *estimate)
{
    return isnan(estimate->low) ? INFINITY : (estimate->high - estimate->low) / 2 / estimate->value;
}

double estimate_noise(const Estimate *estimate)
{
    return sinh(asinh(estimate_half_width(estimate)) - estimate->log_resolution);
}

Ratio ratio_of_pairs(const double *above, const double *below, size_t pairs, double log_resolution)
{
    double mean, variance;
    moments(above, below, pairs, &mean, &variance);
    return from_logs(mean, sqrt(variance / (double)pairs), (double)pairs - 1, log_resolution,
                     pairs >= ROUNDS_FOR_INTERVAL);
}

double welch_freedom(const double *square, const Estimate *part, size_t parts)
{
    double sum = 0, below = 0, most = 0;
    for (size_t i = 0; i < parts; i++) {
        const double freedom = (double)part[i].rounds - 1;
        sum += square[i];
        below += square[i] * square[i] / freedom;
        most += freedom;
    }
    return sum > 0 ? sum * sum / below : most;
}

Ratio ratio_of_estimates(const Estimate *above, const Estimate *below)
{
    bool claimed = above->rounds >= ROUNDS_FOR_INTERVAL && below->rounds >= ROUNDS_FOR_INTERVAL;
    const Estimate part[] = {*above, *below};
    const double square[] = {above->log_variance / (double)above->rounds,
                             below->log_variance / (double)below->rounds};
    return from_logs(above->log_mean - below->log_mean, sqrt(square[0] + square[1]),
                     welch_freedom(square, part, 2), above->log_resolution + below->log_resolution, claimed);
}

Ratio ratio_scaled(Ratio ratio, double factor)
{
    return (Ratio){ratio.value * factor, ratio.low * factor, ratio.high * factor, NAN};
}

static int by_p(const void *a, const void *b)
{
    const double *left = *(double *const *)a, *right = *(double *const *)b;
    return *left < *right ? -1 : *left > *right;
}

int holm_adjust(double *p, size_t count, size_t stride)
{
    double **tests = calloc(count + 1, sizeof *tests), most = 0;
    size_t family = 0;
    if (tests == NULL) {
        return -1;
    }
    for (size_t i = 0; i < count; i++) {
        tests[family] = (double *)(void *)((char *)p + i * stride);
        family += !isnan(*tests[family]);
    }
    qsort(tests, family, sizeof *tests, by_p);
    for (size_t i = 0; i < family; i++) {
        most = fmax(most, fmin(1, *tests[i] * (double)(family - i)));
        *tests[i] = most;
    }
    free(tests);
    return 0;
}
