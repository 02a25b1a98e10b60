/* What the rounds of a point say: its time with a confidence interval, and how two points compare.
 *
 * Samples of one process are alike, and processes of one build differ for their whole life, so a round (one
 * visit by a fresh process) is what is independent: its median counts once, however many samples it has.
 * SampleTimes are compared by ratios, so everything is computed on logarithms. The intervals are Student's t;
 * fewer than ROUNDS_FOR_INTERVAL rounds claim none. Source: Kalibera and Jones, Rigorous benchmarking in
 * reasonable time, ISMM 2013; Welch, Biometrika 34, 1947; Satterthwaite, Biometrics Bulletin 2, 1946; Holm,
 * Scandinavian Journal of Statistics 6, 1979. */
#ifndef SPEEDUP_ROUNDS_H
#define SPEEDUP_ROUNDS_H

#include <stdbool.h>
#include <stddef.h>

enum { ROUNDS_FOR_INTERVAL = 5 };
#define ROUNDS_CONFIDENCE 0.95

typedef struct Estimate {
    size_t rounds;
    double value;     /* exp of the mean of the logarithms of the rounds' medians; NAN without rounds */
    double low, high; /* 95 % interval; NAN below ROUNDS_FOR_INTERVAL */
    double log_mean, log_variance; /* of the rounds' medians; the variance is NAN below two */
} Estimate;

/* From the medians of the rounds, in seconds, all above 0. */
Estimate estimate_of(const double *median, size_t rounds);

/* Half of the interval's width over the value; INFINITY without an interval. */
double estimate_half_width(const Estimate *estimate);

/* above / below */
typedef struct Ratio {
    double value;     /* NAN where there is none */
    double low, high; /* 95 % interval; NAN where none can be claimed */
    double p;         /* of a ratio of 1; NAN with the interval */
} Ratio;

extern const Ratio ratio_none;

/* Of two points measured round by round beside each other: above[i] and below[i] are of one round. */
Ratio ratio_of_pairs(const double *above, const double *below, size_t pairs);

/* Of two points measured apart, by Welch's t. */
Ratio ratio_of_estimates(const Estimate *above, const Estimate *below);

/* Degrees of freedom of a sum of parts that were measured apart (Welch and Satterthwaite): square[i] is that
 * of the standard error which part[i] has in the sum, and comes of its rounds. */
double welch_freedom(const double *square, const Estimate *part, size_t parts);

/* The same ratio times a constant; without p. */
Ratio ratio_scaled(Ratio ratio, double factor);

/* Holm's adjustment: makes of `count` p values those that keep the chance of any false alarm among all of
 * them at the level they are held against. NAN stay NAN and count as none. 0, or -1 without memory. */
int holm_adjust(double *p, size_t count);

#endif
