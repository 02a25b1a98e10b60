/* See calm.h. */
#include "common/statistics/calm.h"

#include <math.h>

#include "common/statistics/search.h"

static const double MARGIN = 1.06, SHARE = 0.02;

double calm_reference(double *times_s, size_t count)
{
    if (count == 0) {
        return NAN;
    }
    sort_ascending(times_s, count);
    return times_s[(size_t)(SHARE * (double)(count - 1))];
}

bool calm_is(double time_s, double reference_s)
{
    return !(time_s > MARGIN * reference_s);
}
