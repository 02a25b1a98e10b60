/* See stats.h. */
#include "common/statistics/stats.h"

#include <math.h>

#include "common/statistics/search.h"

/* Quantile of sorted values by linear interpolation between the two nearest ranks (R's type 7). */
static double quantile(const double *sorted, size_t count, double share)
{
    double position = share * (double)(count - 1);
    size_t rank = (size_t)position;
    double part = position - (double)rank;
    return part > 0 ? sorted[rank] + part * (sorted[rank + 1] - sorted[rank]) : sorted[rank];
}

Stats stats_of(double *values, size_t count)
{
    Stats stats = {.count = count, .min = NAN, .median = NAN, .q1 = NAN, .q3 = NAN};
    if (count == 0) {
        return stats;
    }
    sort_ascending(values, count);
    stats.min = values[0];
    stats.median = quantile(values, count, 0.5);
    stats.q1 = quantile(values, count, 0.25);
    stats.q3 = quantile(values, count, 0.75);
    const double reach = 1.5 * (stats.q3 - stats.q1);
    for (size_t i = 0; i < count; i++) {
        stats.outliers += values[i] < stats.q1 - reach || values[i] > stats.q3 + reach;
    }
    return stats;
}
