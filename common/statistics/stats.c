/* See stats.h. */
#include "common/statistics/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL_COUNT = 256 }; /* so many values are copied to the stack */

static void swap(double *left, double *right)
{
    double held = *left;
    *left = *right;
    *right = held;
}

/* The value of 0-based rank `rank`; reorders `values` (Hoare's quickselect, median of three). Selecting
 * costs O(count) where sorting would cost O(count log count) after every sample. */
static double value_of_rank(double *values, size_t count, size_t rank)
{
    size_t low = 0, high = count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (values[middle] < values[low]) {
            swap(&values[middle], &values[low]);
        }
        if (values[high] < values[low]) {
            swap(&values[high], &values[low]);
        }
        if (values[high] < values[middle]) {
            swap(&values[high], &values[middle]);
        }
        double pivot = values[middle];
        size_t left = low, right = high;
        for (;;) {
            while (values[left] < pivot) {
                left++;
            }
            while (pivot < values[right]) {
                right--;
            }
            if (left >= right) {
                break;
            }
            swap(&values[left++], &values[right--]);
        }
        /* Up to `right` nothing exceeds the pivot, and from right + 1 on nothing is below it. */
        if (rank <= right) {
            high = right;
        } else {
            low = right + 1;
        }
    }
    return values[rank];
}

/* Quantile by linear interpolation between the two nearest ranks (R's type 7). */
static double quantile(double *values, size_t count, double share)
{
    double position = share * (double)(count - 1);
    size_t rank = (size_t)position;
    double below = value_of_rank(values, count, rank);
    double part = position - (double)rank;
    return part > 0 ? below + part * (value_of_rank(values, count, rank + 1) - below) : below;
}

/* All but the count; `values` may be reordered. */
static void describe(Stats *stats, double *values, size_t count)
{
    stats->min = value_of_rank(values, count, 0);
    stats->max = value_of_rank(values, count, count - 1);
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
    /* Stays so for no values, and should there be no memory to reorder very many. */
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
