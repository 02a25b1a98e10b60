/* Two builds side by side: the effect, its test and interval, and what may be said of them. */
#include "common/random.h"
#include "experiments/harness/analysis/pairs.h"
#include "tests/unit/unit.h"

enum { PAIRS_ENOUGH = 20 };

/* Logarithms of minima: a floor at 1 ms, over which a process lies by up to `noise`, most by little. */
static void make_side(double *log_s, size_t count, double factor, double noise, uint64_t seed)
{
    for (size_t i = 0; i < count; i++) {
        double u = (double)(random_bits(seed, i) >> 11) * 0x1p-53;
        log_s[i] = log(1e-3 * factor) + noise * u * u * u;
    }
}

static Pairs make_pairs(double *base, double *new, size_t count, double factor, double noise, uint64_t seed)
{
    make_side(base, count, 1, noise, random_stream(seed, 0));
    make_side(new, count, factor, noise, random_stream(seed, 1));
    return (Pairs){base, new, count, 0};
}

/* What five of seven share, the others do not change. */
TEST(the_effect_is_of_the_five_fastest)
{
    const double base[] = {5, 1, 2, 9, 3, 4, 8}, new[] = {7, 99, 3, 6, 4, 98, 5};
    const Pairs pairs = {base, new, 7, 0};
    assert_true(fabs(log(pairs_effect(&pairs)) - (25.0 - 15.0) / 5) < 1e-12);
    assert_true(fabs(pairs_disagreement(&pairs) - expm1(4)) < 1e-9);
}

/* Moments of a raised clock: three processes of a side are far ahead of the others, which lie together. */
TEST(lone_fast_processes_do_not_count)
{
    double base[PAIRS_ENOUGH], new[PAIRS_ENOUGH];
    Pairs pairs = make_pairs(base, new, PAIRS_ENOUGH, 1.03, 0.005, 7);
    const double without = pairs_effect(&pairs);
    for (int i = 0; i < 3; i++) {
        base[5 * i] -= 0.1 + 0.03 * i;
    }
    new[4] -= 0.2;
    assert_true(fabs(pairs_effect(&pairs) / without - 1) < 0.002);
    assert_true(pairs_disagreement(&pairs) < 0.005);
    assert_true(pairs_p(&pairs, BOTH_SIDES, 1) < 0.05);
}

TEST(fewer_than_five_pairs_say_nothing)
{
    const double base[] = {1, 2, 3, 4}, new[] = {2, 3, 4, 5};
    const Pairs pairs = {base, new, 4, 0};
    const char *why;
    Ratio ratio = pairs_ratio(&pairs, 1);
    assert_true(isnan(pairs_effect(&pairs)) && isnan(ratio.value) && isnan(ratio.low));
    assert_true(pairs_p(&pairs, BOTH_SIDES, 1) == 1);
    assert_int_equal(pairs_verdict(&pairs, &ratio, true, 0, &why), CANNOT_TELL);
    assert_string_equal(why, "fewer than 5 pairs");
}

/* Of five pairs whose sides are apart, only the labels as they are and all swapped give that effect: 2 of 32.
 */
TEST(p_is_the_share_of_relabelings)
{
    const double base[] = {1, 1.1, 1.2, 1.3, 1.4}, new[] = {2, 2.1, 2.2, 2.3, 2.4};
    const Pairs pairs = {base, new, 5, 0};
    assert_true(fabs(pairs_p(&pairs, BOTH_SIDES, 3) - 2.0 / 32) < 0.01);
    assert_true(fabs(pairs_p(&pairs, SLOWER_SIDE, 3) - 1.0 / 32) < 0.01);
    assert_true(pairs_p(&pairs, FASTER_SIDE, 3) == 1);
    assert_true(pairs_p(&pairs, BOTH_SIDES, 3) == pairs_p(&pairs, BOTH_SIDES, 3)); /* the seed decides */
}

TEST(equal_sides_have_a_p_of_one)
{
    double base[PAIRS_ENOUGH];
    make_side(base, PAIRS_ENOUGH, 1, 0.1, 5);
    const Pairs pairs = {base, base, PAIRS_ENOUGH, 0};
    assert_true(pairs_p(&pairs, BOTH_SIDES, 1) == 1);
    Ratio ratio = pairs_ratio(&pairs, 1);
    assert_true(ratio.value == 1 && ratio.low < 1 && ratio.high > 1);
}

/* Without a change p is uniform, or above: as many p below 5 % as there should be. */
TEST(the_test_keeps_its_level)
{
    double base[PAIRS_ENOUGH], new[PAIRS_ENOUGH];
    int refused = 0, one_side = 0;
    for (uint64_t seed = 0; seed < 500; seed++) {
        Pairs pairs = make_pairs(base, new, PAIRS_ENOUGH, 1, 0.2, seed);
        refused += pairs_p(&pairs, BOTH_SIDES, seed) < 0.05;
        one_side += pairs_p(&pairs, SLOWER_SIDE, seed) < 0.05;
    }
    assert_in_range(refused, 11, 39); /* 25 and three standard deviations */
    assert_in_range(one_side, 11, 39);
}

TEST(the_interval_holds_the_change)
{
    static const double factors[] = {1.03, 0.05};
    double base[PAIRS_CONFIRM], new[PAIRS_CONFIRM];
    for (size_t f = 0; f < COUNT_OF(factors); f++) {
        int held = 0;
        for (uint64_t seed = 0; seed < 200; seed++) {
            Pairs pairs = make_pairs(base, new, PAIRS_CONFIRM, factors[f], 0.2, seed);
            Ratio ratio = pairs_ratio(&pairs, seed);
            assert_true(ratio.low <= ratio.value && ratio.value <= ratio.high);
            held += ratio.low <= factors[f] && factors[f] <= ratio.high;
        }
        assert_in_range(held, 180, 199);
    }
}

TEST(a_change_over_little_noise_is_found)
{
    double base[PAIRS_CONFIRM], new[PAIRS_CONFIRM];
    const char *why;
    Pairs pairs = make_pairs(base, new, PAIRS_CONFIRM, 1.03, 0.05, 7);
    Ratio ratio = pairs_ratio(&pairs, 7);
    assert_true(pairs_candidate(ratio.value, pairs_p(&pairs, BOTH_SIDES, 7), PAIRS_THRESHOLD));
    ratio.p = pairs_p(&pairs, SLOWER_SIDE, 7);
    assert_int_equal(pairs_verdict(&pairs, &ratio, true, PAIRS_THRESHOLD, &why), SLOWER);
    assert_int_equal(pairs_verdict(&pairs, &ratio, false, PAIRS_THRESHOLD, &why), CANNOT_TELL);
    assert_int_equal(pairs_verdict(&pairs, &ratio, true, 0.05, &why), NO_CHANGE);
    Pairs swapped = {pairs.new, pairs.base, pairs.count, 0};
    ratio = pairs_ratio(&swapped, 7);
    ratio.p = pairs_p(&swapped, BOTH_SIDES, 7);
    assert_int_equal(pairs_verdict(&swapped, &ratio, true, PAIRS_THRESHOLD, &why), FASTER);
    assert_string_equal(why, "");
}

TEST(a_change_too_small_to_count_is_no_candidate)
{
    assert_false(pairs_candidate(1.001, 1e-4, 0.005));
    assert_true(pairs_candidate(1.003, 1e-4, 0.005));
    assert_true(pairs_candidate(1 / 1.003, 1e-4, 0.005));
    assert_false(pairs_candidate(1.1, 0.5, 0.005));
}

TEST(where_the_fastest_disagree_it_cannot_be_told)
{
    double base[PAIRS_CONFIRM], new[PAIRS_CONFIRM];
    const char *why;
    for (size_t i = 0; i < PAIRS_CONFIRM; i++) { /* the five fastest of base lie 4 % apart */
        base[i] = 0.01 * (double)i;
        new[i] = log(1.03);
    }
    Pairs pairs = {base, new, PAIRS_CONFIRM, 0};
    Ratio ratio = {1.01, 1.005, 1.015, 1e-4};
    assert_int_equal(pairs_verdict(&pairs, &ratio, true, PAIRS_THRESHOLD, &why), CANNOT_TELL);
    assert_string_equal(why, "the fastest processes disagree");
    ratio = (Ratio){1.5, 1.4, 1.6, 1e-4}; /* by far less than this */
    assert_int_equal(pairs_verdict(&pairs, &ratio, true, PAIRS_THRESHOLD, &why), SLOWER);
}

TEST(a_verdict_needs_both_proof_and_size)
{
    assert_int_equal(decision_of(&(Ratio){1.03, 1.01, 1.05, 0.01}, 0.02), SLOWER);
    assert_int_equal(decision_of(&(Ratio){0.97, 0.95, 0.99, 0.01}, 0.02), FASTER);
    assert_int_equal(decision_of(&(Ratio){1.03, 0.99, 1.07, 0.06}, 0.02), CANNOT_TELL);
    assert_int_equal(decision_of(&(Ratio){1.015, 1.012, 1.018, 0.01}, 0.02), NO_CHANGE);
    assert_int_equal(decision_of(&(Ratio){1.015, 1.002, 1.028, 0.01}, 0.02), CANNOT_TELL);
    assert_int_equal(decision_of(&(Ratio){1.0, 0.985, 1.015, 1}, 0), NO_CHANGE);
    assert_int_equal(decision_of(&(Ratio){1.0, 0.97, 1.03, 1}, 0.05), NO_CHANGE);
    assert_int_equal(decision_of(&(Ratio){1.5, NAN, NAN, NAN}, 0.02), CANNOT_TELL);
    assert_int_equal(decision_of(&(Ratio){1.5, NAN, NAN, 0.01}, 0.02), CANNOT_TELL);
    assert_int_equal(decision_of(&(Ratio){1.5, 0.9, 2.5, 0.04}, 0.02), CANNOT_TELL);
    assert_int_equal(decision_of(&(Ratio){0.05, 0, INFINITY, 0.0001}, 0.02), CANNOT_TELL);
}

/* A finite interval around the ratio, or none and the reason; none beside an alarm includes 1. */
static bool is_consistent(const Pairs *pairs, uint64_t seed, bool expected)
{
    const char *why;
    Ratio ratio = pairs_ratio(pairs, seed);
    ratio.p = pairs_p(pairs, ratio.value > 1 ? SLOWER_SIDE : FASTER_SIDE, seed);
    const Verdict verdict = pairs_verdict(pairs, &ratio, true, PAIRS_THRESHOLD, &why);
    const bool none = isnan(ratio.low) && isnan(ratio.high) && !expected;
    const bool finite =
        ratio.low > 0 && ratio.low <= ratio.value && ratio.value <= ratio.high && isfinite(ratio.high);
    return (none || finite) && (verdict == CANNOT_TELL) == (why[0] != '\0') &&
           (verdict == CANNOT_TELL || finite) && (verdict != SLOWER || ratio.low > 1) &&
           (verdict != FASTER || ratio.high < 1);
}

/* Large changes with noise of any size, and the fastest processes of one side ahead of the others, or not. */
TEST(extreme_changes_have_a_finite_interval_or_none)
{
    static const double factors[] = {0.01, 0.3, 0.99, 1, 1.01, 1.2, 100};
    static const double noises[] = {0, 0.01, 0.5, 3};
    static const size_t counts[] = {5, 6, 8, 10, 12, PAIRS_SCREEN, PAIRS_CONFIRM};
    double base[PAIRS_CONFIRM], new[PAIRS_CONFIRM];
    size_t tried = 0, consistent = 0;
    for (size_t f = 0; f < COUNT_OF(factors); f++) {
        for (size_t v = 0; v < COUNT_OF(noises); v++) {
            for (size_t c = 0; c < COUNT_OF(counts); c++) {
                for (size_t ahead = 0; ahead < 4; ahead += 3) {
                    const uint64_t seed = 1000 * f + 100 * v + 10 * c + ahead;
                    const Pairs pairs = make_pairs(base, new, counts[c], factors[f], noises[v], seed);
                    for (size_t i = 0; i < ahead; i++) {
                        (seed % 2 == 0 ? base : new)[i] -= 0.5 + 0.1 * (double)i;
                    }
                    tried++;
                    consistent += is_consistent(&pairs, seed, counts[c] >= PAIRS_SCREEN);
                }
            }
        }
    }
    assert_int_equal(consistent, tried);
}
