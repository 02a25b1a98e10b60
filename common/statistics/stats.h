/* Descriptive statistics: median, quartiles, outliers.
 *
 * Run times are skewed, so the median is the location and quartiles the spread. Outliers are values beyond
 * Tukey's fences; they are counted and never removed. Intervals come from rounds (rounds.h). */
#pragma once

#include <stddef.h>

typedef struct Stats {
    size_t count;
    double min, median;
    double q1, q3;   /* quartiles */
    size_t outliers; /* outside q1 - 1.5 iqr .. q3 + 1.5 iqr */
} Stats;

/* Statistics of `count` finite values, which it sorts. NAN everywhere if count is 0. */
Stats stats_of(double *values, size_t count);
