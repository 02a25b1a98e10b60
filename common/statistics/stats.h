/* What some values are like: median, quartiles, outliers.
 *
 * Run times are skewed, so location is the median and spread is told by quartiles; outliers are those beyond
 * Tukey's fences, counted and never dropped. Intervals come from rounds (rounds.h). */
#ifndef SPEEDUP_STATS_H
#define SPEEDUP_STATS_H

#include <stddef.h>

typedef struct Stats {
    size_t count;
    double min, max, median;
    double q1, q3;   /* quartiles */
    size_t outliers; /* outside q1 - 1.5 iqr .. q3 + 1.5 iqr */
} Stats;

/* Statistics of `count` values; they need not be sorted and are not changed.
 * count 0 gives NAN everywhere. Values must be finite. */
Stats stats_of(const double *values, size_t count);

#endif
