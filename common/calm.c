/* See calm.h. */
#include "common/calm.h"

#include <math.h>
#include <stdlib.h>

static const double MARGIN = 1.06, SHARE = 0.1;

static int by_time(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double calm_reference(double *times_s, size_t count)
{
    if (count == 0) {
        return NAN;
    }
    qsort(times_s, count, sizeof *times_s, by_time);
    return times_s[(size_t)(SHARE * (double)(count - 1))];
}

bool calm_is(double time_s, double reference_s)
{
    return !(time_s > MARGIN * reference_s);
}
