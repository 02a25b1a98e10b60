/* Medians with rank confidence intervals, outliers, and the stopping rule.
 *
 * Run times are skewed and have outliers, so nothing here assumes a normal
 * distribution: location is the median, its interval comes from order
 * statistics (the number of samples below the true median is binomial), and
 * outliers are Tukey's fences. Outliers are counted, never dropped.
 * Source: Le Boudec, Performance Evaluation of Computer and Communication
 * Systems, 2010, section 2.2; Hoefler and Belli, SC 2015. */
#ifndef SPEEDUP_STATS_H
#define SPEEDUP_STATS_H

#include <stdbool.h>
#include <stddef.h>

enum { STATS_MIN_FOR_INTERVAL = 6 }; /* fewer samples cannot carry a 95 % interval */

typedef struct Stats {
    size_t count;
    double min, max, median;
    double q1, q3;          /* quartiles */
    double ci_low, ci_high; /* 95 % interval of the median; NAN below six samples */
    size_t outliers;        /* outside q1 - 1.5 iqr .. q3 + 1.5 iqr */
} Stats;

/* Statistics of `count` values; they need not be sorted and are not changed.
 * count 0 gives NAN everywhere. Values must be finite. */
Stats stats_of(const double *values, size_t count);

/* Half of the interval's width over the median; INFINITY without an interval. */
double stats_relative_half_width(const Stats *stats);

/* The 1-based ranks of the order statistics that bound the median with at
 * least 95 % confidence. false below six samples. */
bool stats_median_ranks(size_t count, size_t *low, size_t *high);

typedef struct StopRule {
    size_t min_samples, max_samples; /* 1 <= min <= max */
    double precision;                /* relative half-width to reach: 0.01 */
    double max_time_s;               /* of all samples of a point together */
    unsigned rounds;                 /* the samples are spread over these, >= 1 */
} StopRule;

typedef enum StopReason {
    STOP_NOT_YET,
    STOP_ROUND,
    STOP_PRECISION,
    STOP_MAX_SAMPLES,
    STOP_MAX_TIME
} StopReason;

/* Is the point done after these samples (those of all rounds so far, in order), the
 * last of them taken in `round` (1-based)? A pure function, so that an
 * interrupted sweep decides as an undisturbed one would.
 *   - in the last round: done when the interval is narrow enough and min_samples are there.
 *   - max_samples samples or max_time_s seconds in total: done, in any round.
 *   - in an earlier round r of R: STOP_ROUND once its share r/R of min_samples is
 *     there and either the interval is narrow enough or r/R of max_samples or of
 *     max_time_s is used up.
 * kernel_s decides the precision, total_s the time. */
StopReason stats_stop(const StopRule *rule, unsigned round, const double *kernel_s, const double *total_s,
                      size_t count);

/* "precision", "max-samples", "max-time"; "" for the others. */
const char *stats_stop_name(StopReason reason);

#endif
