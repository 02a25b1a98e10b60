/* See decision.h. */
#include "experiments/harness/analysis/decision.h"

#include <math.h>

const char *const verdict_names[VERDICTS] = {"no change", "faster",       "slower",     "cannot tell",
                                             "broken",    "shorter time", "longer time"};

/* Does the ratio reach the threshold, its p the level, and does its interval exclude 1? */
static bool is_alarm(const Ratio *ratio, double threshold)
{
    const bool excludes_1 = ratio->low > 1 || ratio->high < 1;
    return excludes_1 && ratio->p < VERDICT_LEVEL && fabs(log(ratio->value)) >= log1p(threshold);
}

/* Does the interval exclude a change of the margin? */
static bool excludes_change(const Ratio *ratio, double threshold)
{
    double margin = log1p(fmax(threshold, VERDICT_MARGIN));
    return log(ratio->low) > -margin && log(ratio->high) < margin;
}

Verdict decision_of(const Ratio *ratio, double threshold)
{
    return is_alarm(ratio, threshold)          ? ratio->value > 1 ? SLOWER : FASTER
           : excludes_change(ratio, threshold) ? NO_CHANGE
                                               : CANNOT_TELL;
}
