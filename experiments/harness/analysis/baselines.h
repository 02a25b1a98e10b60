/* Baseline, single-thread point and ceiling of each point. */
#pragma once

#include "experiments/harness/analysis/summary.h"

/* Finds them for all points of a summary, and the ratios that follow. 0, or -1 and an error without memory.
 */
int baselines_points(Summary *summary, const char *baseline, Error *error);

/* above's time over below's: end to end if `total`, else the kernel's. If at least five rounds of one run
 * measured both, the ratio is formed round by round, so that common noise cancels. Else it is of all
 * rounds of each. *common, if not NULL: the number of rounds that measured both; 0 for two runs. */
Ratio baselines_times(const PointSummary *above, const PointSummary *below, bool total, size_t *common);
