/* See stats.h. */
#include "common/stats.h"

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

bool stats_median_ranks(size_t count, size_t *low, size_t *high)
{
    if (count < STATS_MIN_FOR_INTERVAL) {
        return false;
    }
    /* The number of samples below the true median is binomial(count, 1/2). The
     * interval from rank k to count + 1 - k misses the median with probability
     * 2 P(at most k - 1 below): take the largest k for which that is at most 5 %.
     * Weights are relative to the largest one, C(count, middle) / 2^count, which
     * would itself underflow for counts above a thousand. */
    size_t middle = count / 2;
    double weight = 1, lower = 0; /* lower: weights of 0 .. middle - 1 together */
    for (size_t j = middle; j > 0 && weight > 0x1p-60; j--) {
        weight *= (double)j / (double)(count - j + 1);
        lower += weight;
    }
    double total = count % 2 == 0 ? 2 * lower + 1 : 2 * (lower + 1);
    double tail = lower; /* weights of 0 .. k - 1 together */
    size_t k = middle;
    weight = 1;
    while (tail > 0.025 * total) {
        weight *= (double)k / (double)(count - k + 1);
        tail -= weight;
        k--;
    }
    *low = k;
    *high = count + 1 - k;
    return true;
}

/* All but the count; `values` may be reordered. */
static void describe(Stats *stats, double *values, size_t count)
{
    stats->min = value_of_rank(values, count, 0);
    stats->max = value_of_rank(values, count, count - 1);
    stats->median = quantile(values, count, 0.5);
    stats->q1 = quantile(values, count, 0.25);
    stats->q3 = quantile(values, count, 0.75);
    size_t low, high;
    if (stats_median_ranks(count, &low, &high)) {
        stats->ci_low = value_of_rank(values, count, low - 1);
        stats->ci_high = value_of_rank(values, count, high - 1);
    }
    double reach = 1.5 * (stats->q3 - stats->q1);
    for (size_t i = 0; i < count; i++) {
        stats->outliers += values[i] < stats->q1 - reach || values[i] > stats->q3 + reach;
    }
}

Stats stats_of(const double *values, size_t count)
{
    /* Stays so for no values, and should there be no memory to reorder very many. */
    Stats stats = {.count = count,
                   .min = NAN,
                   .max = NAN,
                   .median = NAN,
                   .q1 = NAN,
                   .q3 = NAN,
                   .ci_low = NAN,
                   .ci_high = NAN};
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

double stats_relative_half_width(const Stats *stats)
{
    double half = (stats->ci_high - stats->ci_low) / 2;
    if (!(half >= 0)) {
        return INFINITY; /* no interval */
    }
    return half > 0 ? half / fabs(stats->median) : 0;
}

static bool narrow(const StopRule *rule, const double *kernel_s, size_t count)
{
    Stats stats = stats_of(kernel_s, count);
    return stats_relative_half_width(&stats) <= rule->precision;
}

StopReason stats_stop(const StopRule *rule, unsigned round, const double *kernel_s, const double *total_s,
                      size_t count)
{
    double spent_s = 0;
    for (size_t i = 0; i < count; i++) {
        spent_s += total_s[i];
    }
    bool last = round >= rule->rounds;
    /* Asked before the limits: where both are reached the row should say that the precision is. */
    if (last && count >= rule->min_samples && narrow(rule, kernel_s, count)) {
        return STOP_PRECISION;
    }
    if (count >= rule->max_samples) {
        return STOP_MAX_SAMPLES;
    }
    if (spent_s >= rule->max_time_s) {
        return STOP_MAX_TIME;
    }
    if (last) {
        return STOP_NOT_YET;
    }
    /* Shares r/R are compared as count * R >= r * limit, which is exact. */
    double r = round, scaled = (double)count * rule->rounds;
    if (scaled < r * (double)rule->min_samples) {
        return STOP_NOT_YET;
    }
    bool share_used =
        scaled >= r * (double)rule->max_samples || spent_s * rule->rounds >= r * rule->max_time_s;
    return share_used || narrow(rule, kernel_s, count) ? STOP_ROUND : STOP_NOT_YET;
}

const char *stats_stop_name(StopReason reason)
{
    switch (reason) {
    case STOP_PRECISION:
        return "precision";
    case STOP_MAX_SAMPLES:
        return "max-samples";
    case STOP_MAX_TIME:
        return "max-time";
    default:
        return "";
    }
}
