/* Statistics over rounds: a point's time with a confidence interval, and ratios of two points.
 *
 * Samples of one process are correlated, and processes of one build differ systematically. So a round (one
 * batch of samples in a new process) is the independent observation: its median counts once, however many
 * samples it has. Times are compared by ratios, so all statistics use logarithms. Intervals are Student's t;
 * fewer than ROUNDS_FOR_INTERVAL rounds give none.
 * Sources: Kalibera and Jones, Rigorous benchmarking in reasonable time, ISMM 2013; Welch, Biometrika 34,
 * 1947; Satterthwaite, Biometrics Bulletin 2, 1946; Holm, Scandinavian Journal of Statistics 6, 1979. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { ROUNDS_FOR_INTERVAL = 5 };
#define ROUNDS_CONFIDENCE 0.95

typedef struct Estimate {
    size_t rounds;
    double value;                  /* geometric mean of the rounds' medians; NAN without rounds */
    double low, high;              /* 95 % interval; NAN below ROUNDS_FOR_INTERVAL, or beyond all numbers */
    double log_mean, log_variance; /* of the rounds' medians; the variance is NAN below two */
    double log_resolution;         /* the logarithm of each may be off by this; 0 unless it is set */
} Estimate;

/* Estimate from the medians of the rounds, in seconds, all above 0. */
Estimate estimate_of(const double *median, size_t rounds);

/* Widens the interval, and that of each ratio to come, by the resolution of the times, a logarithm: of a time
 * x whose last printed digit is worth r, log(1 + r/x). If x was rounded, the time is from x - r/2 to x + r/2,
 * if x was cut, from x to x + r. Both lie between x / (1 + r/x) and x (1 + r/x). */
void estimate_coarsen(Estimate *estimate, double log_resolution);

/* Half of the interval's width over the value; INFINITY without an interval. */
double estimate_half_width(const Estimate *estimate);

/* The same without what the resolution adds, which further rounds do not narrow. */
double estimate_noise(const Estimate *estimate);

/* Ratio above / below. */
typedef struct Ratio {
    double value;     /* NAN if undefined */
    double low, high; /* 95 % interval; NAN without one */
    double p;         /* p value of the hypothesis that the ratio is 1; NAN without an interval */
} Ratio;

extern const Ratio ratio_none;

/* A value on an even scale with the interval of its standard error. */
Ratio mean_with_error(double mean, double error, double freedom);

/* The arithmetic mean of values on one scale, such as a counter's in several runs, with its interval. */
Ratio arithmetic_mean(const double *value, size_t count);

/* Ratio of two points measured in the same rounds: above[i] and below[i] are of one round. Its logarithm may
 * be off by log_resolution, the sum of the two. */
Ratio ratio_of_pairs(const double *above, const double *below, size_t pairs, double log_resolution);

/* Ratio of two points measured in different rounds, by Welch's t. */
Ratio ratio_of_estimates(const Estimate *above, const Estimate *below);

/* Degrees of freedom of a sum of independent parts (Welch and Satterthwaite); square[i] is the squared
 * contribution of part[i] to the standard error. */
double welch_freedom(const double *square, const Estimate *part, size_t parts);

/* The ratio times a constant, without p. */
Ratio ratio_scaled(Ratio ratio, double factor);

/* Holm's adjustment of `count` p values in place, the first at `p` and each `stride` bytes behind the last:
 * it bounds the probability of any false positive among all tests. NAN values stay and do not count. 0, or -1
 * without memory. */
int holm_adjust(double *p, size_t count, size_t stride);
