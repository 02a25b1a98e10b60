/* See stats.h. */
#include "common/statistics/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/statistics/search.h"

enum { SMALL_COUNT = 256 }; /* up to this count values are copied to the stack */

/* Quantile of sorted values by linear interpolation between the two nearest ranks (R's type 7). */
static double quantile(const double *sorted, size_t count, double share)
{
    double position = share * (double)(count - 1);
    size_t rank = (size_t)position;
    double part = position - (double)rank;
    return part > 0 ? sorted[rank] + part * (sorted[rank + 1] - sorted[rank]) : sorted[rank];
}

/* Sets all but the count; sorts `values`. */
static void describe(Stats *stats, double *values, size_t count)
{
    sort_ascending(values, count);
    stats->min = values[0];
    stats->max = values[count - 1];
    stats->median = quantile(values, count, 0.5);
    stats->q1 = quantile(values, count, 0.25);
    stats->q3 = quantile(values, count, 0.75);
    double reach = 1.5 * (stats->q3 - stats->q1);
    for (size_t i = 0; i < count; i++) {
        stats->outliers += values[i] < stats->q1 - reach || values[i] > stats->q3 + reach;
    }
}

Stats stats_of(const double *values, size_t count)
{
    /* Kept for no values, and where no memory is left to sort many. */
    Stats stats = {.count = count, .min = NAN, .max = NAN, .median = NAN, .q1 = NAN, .q3 = NAN};
    double small[SMALL_COUNT];
    double *copy = count <= SMALL_COUNT ? small : malloc(count * sizeof *copy);
    if (count > 0 && copy != NULL) {
        memcpy(copy, values, count * sizeof *copy);
        describe(&stats, copy, count);
    }
    if (copy != small) {
        free(copy);
    }
    return stats;
}
