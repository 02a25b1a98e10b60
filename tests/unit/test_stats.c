/* Medians, intervals, outliers and the stopping rule, against known values and brute force. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/random.h"
#include "common/stats.h"

/* ---- ranks ---- */

static void ranks_are_those_of_the_literature(void **state)
{
    (void)state;
    /* Le Boudec 2010, appendix A, and any table of the sign test. */
    const struct {
        size_t count, low, high;
    } known[] = {{6, 1, 6},    {7, 1, 7},    {8, 1, 8},    {9, 2, 8},   {10, 2, 9},
                 {12, 3, 10},  {15, 4, 12},  {20, 6, 15},  {25, 8, 18}, {30, 10, 21},
                 {50, 18, 33}, {70, 27, 44}, {100, 40, 61}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t low = 0, high = 0;
        assert_true(stats_median_ranks(known[i].count, &low, &high));
        assert_int_equal(low, known[i].low);
        assert_int_equal(high, known[i].high);
    }
}

static void fewer_than_six_carry_no_interval(void **state)
{
    (void)state;
    for (size_t count = 0; count < 6; count++) {
        size_t low, high;
        assert_false(stats_median_ranks(count, &low, &high));
    }
}

/* P(binomial(count, 1/2) <= most), term by term from logarithms. */
static double binomial_below(size_t count, size_t most)
{
    double sum = 0, n = (double)count;
    for (size_t j = most + 1; j-- > 0;) {
        double k = (double)j;
        double term = exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2));
        sum += term;
        if (term < 1e-18 * sum) {
            break;
        }
    }
    return sum;
}

static void ranks_are_the_narrowest_that_cover(void **state)
{
    (void)state;
    size_t count = 6;
    while (count <= 1000000) {
        size_t low = 0, high = 0;
        assert_true(stats_median_ranks(count, &low, &high));
        assert_true(low >= 1 && low < high && high <= count);
        assert_int_equal(low + high, count + 1);
        assert_true(2 * binomial_below(count, low - 1) <= 0.05 + 1e-7);
        assert_true(2 * binomial_below(count, low) > 0.05 - 1e-7);
        count = count < 300 ? count + 1 : count * 5 / 3;
    }
    size_t low, high;
    assert_true(stats_median_ranks(1000000, &low, &high));
    assert_in_range(low, 499020, 499021); /* 500000 - 1.95996 * 500 */
}

static void the_interval_covers_the_true_median(void **state)
{
    (void)state;
    /* 10000 experiments of 20 samples, median 0: the exact coverage of (6, 15) is 95.86 %. */
    size_t covered = 0;
    for (uint64_t trial = 0; trial < 10000; trial++) {
        double values[20];
        for (uint64_t i = 0; i < 20; i++) {
            values[i] = (double)random_float32(random_bits(trial, i));
        }
        Stats stats = stats_of(values, 20);
        covered += stats.ci_low <= 0 && stats.ci_high >= 0;
    }
    assert_in_range(covered, 9500, 9670);
}

/* ---- descriptions ---- */

static void known_samples_give_known_statistics(void **state)
{
    (void)state;
    const double values[] = {7, 1, 5, 3, 9, 11, 100};
    Stats stats = stats_of(values, 7);
    assert_int_equal(stats.count, 7);
    assert_true(stats.min == 1 && stats.max == 100 && stats.median == 7);
    assert_true(stats.q1 == 4 && stats.q3 == 10); /* R: quantile(c(7, 1, 5, 3, 9, 11, 100)) */
    assert_true(stats.ci_low == 1 && stats.ci_high == 100);
    assert_int_equal(stats.outliers, 1); /* the fences are -5 and 19 */
    const double even[] = {4, 1, 3, 2};
    stats = stats_of(even, 4);
    assert_true(stats.median == 2.5 && stats.q1 == 1.75 && stats.q3 == 3.25);
    assert_true(isnan(stats.ci_low) && isnan(stats.ci_high));
    assert_int_equal(stats.outliers, 0);
}

static void few_samples_give_what_they_can(void **state)
{
    (void)state;
    Stats stats = stats_of(NULL, 0);
    assert_int_equal(stats.count, 0);
    assert_int_equal(stats.outliers, 0);
    assert_true(isnan(stats.min) && isnan(stats.max) && isnan(stats.median) && isnan(stats.q1));
    assert_true(isnan(stats.q3) && isnan(stats.ci_low) && isnan(stats.ci_high));
    assert_true(isinf(stats_relative_half_width(&stats)));
    const double one = 3;
    stats = stats_of(&one, 1);
    assert_true(stats.min == 3 && stats.max == 3 && stats.median == 3 && stats.q1 == 3 && stats.q3 == 3);
    assert_true(isnan(stats.ci_low) && isinf(stats_relative_half_width(&stats)));
    const double five[] = {1, 1, 1, 1, 1};
    stats = stats_of(five, 5);
    assert_true(isnan(stats.ci_low) && isinf(stats_relative_half_width(&stats)));
}

static int ascending(const void *left, const void *right)
{
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

static void any_order_and_ties_agree_with_sorting(void **state)
{
    (void)state;
    for (size_t count = 1; count <= 700; count += count < 70 ? 1 : 37) {
        for (uint64_t range = 1; range <= 10000; range *= 10) { /* many ties to few */
            double values[700], sorted[700], before[700];
            for (size_t i = 0; i < count; i++) {
                values[i] = (double)random_below(random_bits(count, i), range) - 50;
            }
            if (range == 1000) { /* a sorted input, and below a falling one */
                qsort(values, count, sizeof *values, ascending);
            }
            for (size_t i = 0; range == 10000 && i < count; i++) {
                values[i] = (double)(count - i);
            }
            memcpy(before, values, sizeof values);
            memcpy(sorted, values, sizeof values);
            qsort(sorted, count, sizeof *sorted, ascending);
            Stats stats = stats_of(values, count);
            assert_memory_equal(values, before, count * sizeof *values);
            assert_true(stats.min == sorted[0] && stats.max == sorted[count - 1]);
            assert_true(stats.median == (sorted[(count - 1) / 2] + sorted[count / 2]) / 2);
            size_t low, high;
            if (stats_median_ranks(count, &low, &high)) {
                assert_true(stats.ci_low == sorted[low - 1] && stats.ci_high == sorted[high - 1]);
            }
            size_t outliers = 0;
            double reach = 1.5 * (stats.q3 - stats.q1);
            for (size_t i = 0; i < count; i++) {
                outliers += sorted[i] < stats.q1 - reach || sorted[i] > stats.q3 + reach;
            }
            assert_int_equal(stats.outliers, outliers);
        }
    }
}

static void half_width_is_relative_to_the_median(void **state)
{
    (void)state;
    const double values[] = {9, 10, 10, 10, 10, 11};
    Stats stats = stats_of(values, 6);
    assert_true(fabs(stats_relative_half_width(&stats) - 0.1) < 1e-15);
    const double same[] = {0, 0, 0, 0, 0, 0};
    stats = stats_of(same, 6);
    assert_true(stats_relative_half_width(&stats) == 0);
    const double around_zero[] = {-1, -1, 0, 0, 1, 1};
    stats = stats_of(around_zero, 6);
    assert_true(isinf(stats_relative_half_width(&stats)));
}

/* ---- the stopping rule ---- */

enum { STEADY, SHAKY };

/* What the rule says after `count` samples of a second each, all equal or 40 % apart. */
static StopReason after(StopRule rule, unsigned round, size_t count, int kind)
{
    static double kernel_s[1000], total_s[1000];
    for (size_t i = 0; i < count; i++) {
        kernel_s[i] = kind == SHAKY && i % 2 ? 1.4 : 1.0;
        total_s[i] = 1;
    }
    return stats_stop(&rule, round, kernel_s, total_s, count);
}

static void one_round_stops_as_documented(void **state)
{
    (void)state;
    StopRule rule = {.min_samples = 8, .max_samples = 20, .precision = 0.01, .max_time_s = 1e9, .rounds = 1};
    assert_int_equal(after(rule, 1, 0, STEADY), STOP_NOT_YET);
    assert_int_equal(after(rule, 1, 7, STEADY), STOP_NOT_YET); /* narrow, but too few */
    assert_int_equal(after(rule, 1, 8, STEADY), STOP_PRECISION);
    assert_int_equal(after(rule, 1, 8, SHAKY), STOP_NOT_YET);
    assert_int_equal(after(rule, 1, 19, SHAKY), STOP_NOT_YET);
    assert_int_equal(after(rule, 1, 20, SHAKY), STOP_MAX_SAMPLES);
    assert_int_equal(after(rule, 1, 20, STEADY), STOP_PRECISION); /* both: precision is reached */
    rule.max_time_s = 10;
    assert_int_equal(after(rule, 1, 9, SHAKY), STOP_NOT_YET);
    assert_int_equal(after(rule, 1, 10, SHAKY), STOP_MAX_TIME);
    assert_int_equal(after(rule, 1, 20, SHAKY), STOP_MAX_SAMPLES);
    rule.min_samples = 3;
    assert_int_equal(after(rule, 1, 5, STEADY), STOP_NOT_YET); /* no interval below six */
    assert_int_equal(after(rule, 1, 6, STEADY), STOP_PRECISION);
    rule.max_samples = 3;
    assert_int_equal(after(rule, 1, 3, STEADY), STOP_MAX_SAMPLES);
}

static void earlier_rounds_take_their_share(void **state)
{
    (void)state;
    StopRule rule = {.min_samples = 30, .max_samples = 90, .precision = 0.01, .max_time_s = 1e9, .rounds = 3};
    assert_int_equal(after(rule, 1, 9, STEADY), STOP_NOT_YET);
    assert_int_equal(after(rule, 1, 10, STEADY), STOP_ROUND); /* a third of min, narrow */
    assert_int_equal(after(rule, 1, 10, SHAKY), STOP_NOT_YET);
    assert_int_equal(after(rule, 1, 29, SHAKY), STOP_NOT_YET);
    assert_int_equal(after(rule, 1, 30, SHAKY), STOP_ROUND); /* a third of max */
    assert_int_equal(after(rule, 2, 19, STEADY), STOP_NOT_YET);
    assert_int_equal(after(rule, 2, 20, STEADY), STOP_ROUND);
    assert_int_equal(after(rule, 2, 59, SHAKY), STOP_NOT_YET);
    assert_int_equal(after(rule, 2, 60, SHAKY), STOP_ROUND);
    assert_int_equal(after(rule, 3, 29, STEADY), STOP_NOT_YET);
    assert_int_equal(after(rule, 3, 30, STEADY), STOP_PRECISION);
    assert_int_equal(after(rule, 3, 90, SHAKY), STOP_MAX_SAMPLES);
    assert_int_equal(after(rule, 1, 90, SHAKY), STOP_MAX_SAMPLES); /* in any round */
    rule.max_time_s = 60;
    assert_int_equal(after(rule, 1, 19, SHAKY), STOP_NOT_YET);
    assert_int_equal(after(rule, 1, 20, SHAKY), STOP_ROUND); /* a third of the time */
    assert_int_equal(after(rule, 1, 60, SHAKY), STOP_MAX_TIME);
    rule.max_time_s = 15;
    assert_int_equal(after(rule, 1, 9, SHAKY), STOP_NOT_YET); /* its time is used, its least is not there */
    assert_int_equal(after(rule, 1, 10, SHAKY), STOP_ROUND);
}

static void precision_is_of_the_kernel_and_time_is_total(void **state)
{
    (void)state;
    StopRule rule = {.min_samples = 6, .max_samples = 100, .precision = 0.05, .max_time_s = 50, .rounds = 1};
    const double steady[] = {1, 1, 1, 1, 1, 1}, shaky[] = {1, 2, 3, 4, 5, 6}, slow[] = {9, 9, 9, 9, 9, 9};
    assert_int_equal(stats_stop(&rule, 1, steady, shaky, 6), STOP_PRECISION);
    assert_int_equal(stats_stop(&rule, 1, shaky, steady, 6), STOP_NOT_YET);
    assert_int_equal(stats_stop(&rule, 1, shaky, slow, 6), STOP_MAX_TIME);
}

static void final_reasons_have_names(void **state)
{
    (void)state;
    assert_string_equal(stats_stop_name(STOP_PRECISION), "precision");
    assert_string_equal(stats_stop_name(STOP_MAX_SAMPLES), "max-samples");
    assert_string_equal(stats_stop_name(STOP_MAX_TIME), "max-time");
    assert_string_equal(stats_stop_name(STOP_NOT_YET), "");
    assert_string_equal(stats_stop_name(STOP_ROUND), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_are_those_of_the_literature),
        cmocka_unit_test(fewer_than_six_carry_no_interval),
        cmocka_unit_test(ranks_are_the_narrowest_that_cover),
        cmocka_unit_test(the_interval_covers_the_true_median),
        cmocka_unit_test(known_samples_give_known_statistics),
        cmocka_unit_test(few_samples_give_what_they_can),
        cmocka_unit_test(any_order_and_ties_agree_with_sorting),
        cmocka_unit_test(half_width_is_relative_to_the_median),
        cmocka_unit_test(one_round_stops_as_documented),
        cmocka_unit_test(earlier_rounds_take_their_share),
        cmocka_unit_test(precision_is_of_the_kernel_and_time_is_total),
        cmocka_unit_test(final_reasons_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
