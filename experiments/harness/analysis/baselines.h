/* Baseline, single-thread point and ceiling of each point. */
#ifndef SPEEDUP_BASELINES_H
#define SPEEDUP_BASELINES_H

#include "experiments/harness/analysis/summary.h"

/* Finds them for all points of a summary, and the ratios that follow. 0, or -1 and an error without memory.
 */
int baselines_points(Summary *summary, const char *baseline, Error *error);

/* The rounds of one run that visited both, five or more: their times, in `pairs`, which takes twice as many
 * times as any point has rounds. 0 where there are fewer. */
size_t baselines_pairs(const PointSummary *above, const PointSummary *below, bool total, double *pairs);

/* above's time over below's: end to end where `total`, else the kernel's. Where at least five rounds of one
 * run visited both, the ratio is formed round by round, so that common noise cancels. Else it is of all
 * rounds of each. */
Ratio baselines_times(const PointSummary *above, const PointSummary *below, bool total, double *pairs);

#endif
