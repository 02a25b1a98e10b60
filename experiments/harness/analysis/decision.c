/* See decision.h. */
#include "experiments/harness/analysis/decision.h"

#include <math.h>

const char *const verdict_names[VERDICTS] = {"no change", "faster",       "slower",     "cannot tell",
                                             "broken",    "shorter time", "longer time"};

bool decision_alarms(const Ratio *ratio, double threshold)
{
    const bool excludes_1 = ratio->low > 1 || ratio->high < 1;
    return excludes_1 && ratio->p < VERDICT_LEVEL && fabs(log(ratio->value)) >= log1p(threshold);
}

bool decision_excludes_change(const Ratio *ratio, double threshold)
{
    double margin = log1p(fmax(threshold, VERDICT_MARGIN));
    return log(ratio->low) > -margin && log(ratio->high) < margin;
}

Verdict decision_of(const Ratio *ratio, double threshold)
{
    return decision_alarms(ratio, threshold)            ? ratio->value > 1 ? SLOWER : FASTER
           : decision_excludes_change(ratio, threshold) ? NO_CHANGE
                                                        : CANNOT_TELL;
}
