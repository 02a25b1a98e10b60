/* Resamples of recorded pairs: error rates of comparisons on the machine that measured them.
 *
 * A pool (compare --interleave --pool N --pairs FILE) holds many pairs of processes at each of some points. A
 * resample draws the pairs of a whole comparison from it, without replacement, and judges them by the
 * program's own rules. For false alarms the labels inside every pair are shuffled, so that there is no
 * change. For power one point keeps its labels, in a family of unchanged points. */
#pragma once

#include "common/error.h"
#include "experiments/harness/analysis/pairs.h"

enum { RESAMPLING_DRAWN = PAIRS_SCREEN + PAIRS_CONFIRM, RESAMPLING_MOST_FAMILY = 256 };

typedef struct PoolPoint {
    char *name;                               /* the columns of its identity */
    double base[PAIRS_MOST], new[PAIRS_MOST]; /* logarithms of the fastest samples of the processes */
    double base_median[PAIRS_MOST];           /* and of the base's medians, in the order of execution */
    size_t count;
} PoolPoint;

typedef struct Pool {
    PoolPoint *points;
    size_t count;
} Pool;

/* Adds the pairs of a file; pairs of a known point are joined. 0, or -1 and an error that
 * names file and line. Free with pool_free. */
int pool_read(Pool *pool, const char *path, Error *error);
void pool_free(Pool *pool);

/* The smallest number of pairs of a point. */
size_t pool_least(const Pool *pool);

/* Raises the new side's times by a share, in all pairs. */
void pool_slow_down(Pool *pool, double share);

/* The share of `resamples` families, of all points without a change, that raise an alarm. Every point needs
 * RESAMPLING_DRAWN pairs. */
double resampling_alarms(const Pool *pool, size_t resamples);

/* The detection of one point whose new side is slower, among the others without a change: the share that is
 * found slower. *missed, which takes far longer: that is called 'no change', or faster; NULL: not wanted. */
double resampling_found(const Pool *pool, size_t resamples, double *missed);

/* Sequential comparison of two runs of `rounds` rounds: the share of all such stretches of the base's
 * processes in which the second, its times raised by `slower`, differs by Welch's t at 5 %. NAN with too few
 * processes. */
double resampling_sequential(const Pool *pool, size_t rounds, double slower);

/* The share of stretches of `rounds` processes whose interval holds the mean of all. NAN likewise. */
double resampling_coverage(const Pool *pool, size_t rounds);
