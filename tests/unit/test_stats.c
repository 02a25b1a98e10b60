/* Medians, quartiles and outliers, against known values and sorting. */
#include "common/random.h"
#include "common/statistics/search.h"
#include "common/statistics/stats.h"
#include "tests/unit/unit.h"

TEST(known_samples_give_known_statistics)
{
    double values[] = {7, 1, 5, 3, 9, 11, 100};
    Stats stats = stats_of(values, 7);
    assert_int_equal(stats.count, 7);
    assert_true(stats.min == 1 && stats.median == 7);
    assert_true(stats.q1 == 4 && stats.q3 == 10); /* R: quantile(c(7, 1, 5, 3, 9, 11, 100)) */
    assert_int_equal(stats.outliers, 1);          /* the fences are -5 and 19 */
    double even[] = {4, 1, 3, 2};
    stats = stats_of(even, 4);
    assert_true(stats.median == 2.5 && stats.q1 == 1.75 && stats.q3 == 3.25);
    assert_int_equal(stats.outliers, 0);
}

TEST(few_samples_give_what_they_can)
{
    Stats stats = stats_of(NULL, 0);
    assert_int_equal(stats.count, 0);
    assert_int_equal(stats.outliers, 0);
    assert_true(isnan(stats.min) && isnan(stats.median) && isnan(stats.q1));
    assert_true(isnan(stats.q3));
    double one = 3;
    stats = stats_of(&one, 1);
    assert_true(stats.min == 3 && stats.median == 3 && stats.q1 == 3 && stats.q3 == 3);
}

TEST(any_order_and_ties_agree_with_sorting)
{
    for (size_t count = 1; count <= 700; count += count < 70 ? 1 : 37) {
        for (uint64_t range = 1; range <= 10000; range *= 10) { /* many ties to few */
            double values[700], sorted[700];
            for (size_t i = 0; i < count; i++) {
                values[i] = (double)random_below(random_bits(count, i), range) - 50;
            }
            if (range == 1000) { /* a sorted input, and below a falling one */
                sort_ascending(values, count);
            }
            for (size_t i = 0; range == 10000 && i < count; i++) {
                values[i] = (double)(count - i);
            }
            memcpy(sorted, values, sizeof values);
            sort_ascending(sorted, count);
            Stats stats = stats_of(values, count);
            assert_true(stats.min == sorted[0]);
            assert_true(stats.median == (sorted[(count - 1) / 2] + sorted[count / 2]) / 2);
            size_t outliers = 0;
            double reach = 1.5 * (stats.q3 - stats.q1);
            for (size_t i = 0; i < count; i++) {
                outliers += sorted[i] < stats.q1 - reach || sorted[i] > stats.q3 + reach;
            }
            assert_int_equal(stats.outliers, outliers);
        }
    }
}
