/* Student's t against published tables, intervals at their limits, Holm against his example.
 * tests/report/recompute.py has estimates and ratios of real rows. */
#include "common/statistics/distributions.h"
#include "common/statistics/rounds.h"
#include "tests/unit/unit.h"

static void assert_near(double value, double expected, double relative)
{
    if (!(fabs(value - expected) <= relative * fabs(expected))) {
        fail_msg("%.15g is not near %.15g", value, expected);
    }
}

/* Any table of Student's t, two-sided. */
TEST(quantiles_are_those_of_the_tables)
{
    const struct {
        double confidence, freedom, t;
    } known[] = {{0.95, 1, 12.7062047361747},  {0.95, 2, 4.30265272974946},  {0.95, 4, 2.77644510519779},
                 {0.95, 6, 2.44691185114497},  {0.95, 13, 2.16036865646279}, {0.95, 120, 1.97993040508242},
                 {0.99, 4, 4.60409487135000},  {0.90, 10, 1.81246112281168}, {0.998, 5, 5.89342953136018},
                 {0.95, 1e6, 1.95996635682085}};
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        assert_near(student_quantile(known[i].confidence, known[i].freedom), known[i].t, 1e-9);
    }
}

TEST(tails_and_quantiles_are_inverse)
{
    for (double freedom = 0.5; freedom < 3000; freedom *= 1.7) {
        for (double confidence = 0.05; confidence < 1; confidence += 0.05) {
            double t = student_quantile(confidence, freedom);
            assert_near(student_two_sided(t, freedom), 1 - confidence, 1e-9);
            assert_true(student_two_sided(-t, freedom) == student_two_sided(t, freedom));
        }
    }
    assert_true(student_two_sided(0, 3) == 1);
    assert_true(student_two_sided(INFINITY, 3) == 0);
    assert_true(isnan(student_two_sided(NAN, 3)));
}

/* Any table of F: what is exceeded with 5 % and 1 %. */
TEST(tails_of_f_are_those_of_the_tables)
{
    const struct {
        double above, below, f, p;
    } known[] = {{4, 20, 2.8661, 0.05}, {6, 28, 2.4453, 0.05}, {4, 20, 4.4307, 0.01}, {1, 10, 4.9646, 0.05}};
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        assert_near(fisher_tail(known[i].f, known[i].above, known[i].below), known[i].p, 1e-3);
    }
    assert_true(fisher_tail(0, 3, 4) == 1 && fisher_tail(INFINITY, 3, 4) == 0 &&
                isnan(fisher_tail(NAN, 3, 4)));
}

TEST(few_rounds_claim_nothing)
{
    const double medians[] = {1, 2, 3, 4, 5};
    for (size_t rounds = 0; rounds < ROUNDS_FOR_INTERVAL; rounds++) {
        Estimate few = estimate_of(medians, rounds), enough = estimate_of(medians, 5);
        assert_true(isnan(few.low) && isnan(few.high));
        assert_true(isinf(estimate_half_width(&few)));
        Ratio ratios[] = {ratio_of_estimates(&few, &enough), ratio_of_estimates(&enough, &few),
                          ratio_of_pairs(medians, medians, rounds, 0)};
        for (size_t i = 0; i < COUNT_OF(ratios); i++) {
            assert_true(isnan(ratios[i].low) && isnan(ratios[i].high) && isnan(ratios[i].p));
        }
        assert_true(rounds == 0 ? isnan(few.value) : few.value > 0);
    }
}

TEST(pairs_cancel_what_the_rounds_share)
{
    const double drift[] = {1, 2, 4, 3, 5}, off[] = {1.01, 0.99, 1.00, 1.02, 0.98};
    double twice[5];
    for (size_t i = 0; i < 5; i++) {
        twice[i] = 2 * drift[i] * off[i];
    }
    Ratio paired = ratio_of_pairs(twice, drift, 5, 0);
    Estimate above = estimate_of(twice, 5), below = estimate_of(drift, 5);
    Ratio apart = ratio_of_estimates(&above, &below);
    assert_near(paired.value, apart.value, 1e-12);
    assert_true(paired.low > 1.9 && paired.high < 2.1 && paired.p < 1e-5);
    assert_true(apart.low < 1 && apart.p > 0.05);
    assert_near(ratio_scaled(paired, 3).high, 3 * paired.high, 1e-15);
}

TEST(equal_times_are_a_ratio_of_one)
{
    const double same[] = {2, 2, 2, 2, 2};
    Estimate estimate = estimate_of(same, 5);
    assert_true(estimate.low == estimate.value && estimate.high == estimate.value);
    Ratio ratio = ratio_of_estimates(&estimate, &estimate);
    assert_true(ratio.value == 1 && ratio.low == 1 && ratio.p == 1);
}

/* Printed with one digit: 0.05 is of 0.045 to 0.06, cut or rounded, and no wider by more rounds. */
TEST(coarse_times_widen_intervals_and_differ_only_beyond_their_digits)
{
    const double fives[] = {0.05, 0.05, 0.05, 0.05, 0.05}, sixes[] = {0.06, 0.06, 0.06, 0.06, 0.06},
                 twenties[] = {0.2, 0.2, 0.2, 0.2, 0.2};
    Estimate five = estimate_of(fives, 5), six = estimate_of(sixes, 5), twenty = estimate_of(twenties, 5);
    estimate_coarsen(&five, log1p(0.01 / 0.05));
    estimate_coarsen(&six, log1p(0.01 / 0.06));
    estimate_coarsen(&twenty, log1p(0.01 / 0.2));
    assert_true(five.low < 0.045 && five.high > 0.0599 && estimate_half_width(&five) > 0.18);
    assert_true(fabs(estimate_noise(&five)) < 1e-12);
    const Ratio near = ratio_of_estimates(&six, &five), far = ratio_of_estimates(&twenty, &five);
    assert_true(near.low < 1 && near.p == 1 && far.low > 2.9 && far.p == 0);
    const Ratio paired = ratio_of_pairs(sixes, fives, 5, six.log_resolution + five.log_resolution);
    assert_true(paired.low < 1 && paired.p == 1);
}

/* Five rounds whose times lie far apart: the ends are no numbers. */
TEST(an_interval_beyond_all_numbers_is_none)
{
    const double apart[] = {1e-300, 1e10, 1e-300, 1e10, 1}, same[] = {1, 1, 1, 1, 1};
    const Estimate estimate = estimate_of(apart, 5), other = estimate_of(same, 5);
    assert_true(isnan(estimate.low) && isnan(estimate.high));
    const Ratio ratio = ratio_of_estimates(&estimate, &other);
    assert_true(isnan(ratio.low) && isnan(ratio.high) && isnan(ratio.p));
}

TEST(holm_steps_down)
{
    double p[] = {0.01, NAN, 0.04, 0.03, 0.005};
    assert_int_equal(holm_adjust(p, 5, sizeof *p), 0);
    assert_near(p[4], 0.02, 1e-12);
    assert_near(p[0], 0.03, 1e-12);
    assert_near(p[3], 0.06, 1e-12);
    assert_near(p[2], 0.06, 1e-12); /* never below a preceding one */
    assert_true(isnan(p[1]));
    double sure = 0.9;
    assert_int_equal(holm_adjust(&sure, 1, sizeof sure), 0);
    assert_near(sure, 0.9, 1e-12);
}
