/* See search.h. */
#include "common/statistics/search.h"

#include <stdlib.h>

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

void sort_ascending(double *values, size_t count)
{
    qsort(values, count, sizeof *values, by_value);
}

size_t search_first(const void *sorted, size_t count, size_t size, const void *sought,
                    int (*compare)(const void *, const void *))
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare((const char *)sorted + middle * size, sought) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
