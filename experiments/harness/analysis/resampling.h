/* Replays of kept pairs: how often is a comparison right on the machine that measured them?
 *
 * A pool (compare --interleave --pool N --pairs FILE) holds many pairs of processes at each of some points. A
 * resample draws the pairs of a whole comparison out of it, without replacement, and judges them by the
 * program's own rules. For false alarms the labels inside every pair are shuffled, so that nothing has
 * changed. For power one point keeps its labels, in a family of others that have not changed. */
#ifndef SPEEDUP_RESAMPLING_H
#define SPEEDUP_RESAMPLING_H

#include "common/error.h"
#include "experiments/harness/analysis/pairs.h"

enum { RESAMPLING_DRAWN = PAIRS_SCREEN + PAIRS_CONFIRM, RESAMPLING_MOST_FAMILY = 256 };

typedef struct PoolPoint {
    char *name;                               /* the columns of its identity */
    double base[PAIRS_MOST], new[PAIRS_MOST]; /* logarithms of the fastest samples of the processes */
    double base_median[PAIRS_MOST];           /* and of the base's medians, in the order in which they ran */
    size_t count;
} PoolPoint;

typedef struct Pool {
    PoolPoint *points;
    size_t count;
} Pool;

/* Adds the pairs of a file; those of a point that is there already are joined. 0, or -1 and an error that
 * names file and line. Free with pool_free. */
int pool_read(Pool *pool, const char *path, Error *error);
void pool_free(Pool *pool);

/* The number of pairs of the point that has fewest. */
size_t pool_least(const Pool *pool);

/* Raises the new side's times by a share, in all pairs. */
void pool_slow_down(Pool *pool, double share);

/* The share of `resamples` families of `family` points without a change that raise an alarm. Every point
 * needs RESAMPLING_DRAWN pairs. */
double resampling_alarms(const Pool *pool, size_t family, size_t resamples);

typedef struct ResamplingFound {
    double found;    /* share of changed points that are found slower */
    double missed;   /* share that is called 'no change', or faster */
    double smallest; /* of `found`, over the points */
} ResamplingFound;

/* What is found of one point whose new side is slower, in families of `family`. */
ResamplingFound resampling_found(const Pool *pool, size_t family, size_t resamples);

/* Two sides measured one after the other, as two runs of `rounds` rounds are: the share of all such stretches
 * of the base's processes in which the second, its times raised by `slower`, differs by Welch's t at 5 %. NAN
 * where there are too few. */
double resampling_sequential(const Pool *pool, size_t rounds, double slower);

/* The share of stretches of `rounds` processes whose interval holds the mean of all. NAN likewise. */
double resampling_coverage(const Pool *pool, size_t rounds);

#endif
