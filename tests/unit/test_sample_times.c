/* From samples to rounds: medians, the estimate; and the names of flags. */
#include "experiments/harness/store/sample_times.h"
#include "experiments/harness/store/status.h"
#include "tests/unit/unit.h"

static void add(SampleTimes *times, unsigned round, double kernel_s)
{
    assert_ok(sample_times_add(times, &(TimedSample){round, kernel_s, 2 * kernel_s}, &error));
}

TEST(rounds_are_medians_in_their_order)
{
    SampleTimes times = {0};
    Rounds rounds;
    const double kernel_s[] = {3, 1, 2, 8, 6, 5};
    const unsigned round[] = {1, 1, 1, 4, 4, 7};
    for (size_t i = 0; i < 6; i++) {
        add(&times, round[i], kernel_s[i]);
    }
    assert_ok(rounds_make(&times, &rounds, &error));
    assert_int_equal(rounds.count, 3);
    const double median[] = {2, 7, 5};
    for (size_t i = 0; i < 3; i++) {
        assert_true(rounds.rounds[i].kernel_s == median[i] && rounds.rounds[i].total_s == 2 * median[i]);
    }
    assert_int_equal(rounds.rounds[1].number, 4);
    assert_int_equal(rounds.rounds[2].samples, 1);
    assert_true(fabs(rounds.kernel.value - cbrt(2 * 7 * 5)) < 1e-12);
    assert_true(fabs(rounds.total.value - 2 * cbrt(2 * 7 * 5)) < 1e-12);
    assert_true(isnan(rounds.kernel.low)); /* three rounds claim nothing */
    rounds_free(&rounds);
    sample_times_free(&times);
}

TEST(no_samples_are_no_rounds)
{
    Rounds rounds;
    assert_ok(rounds_make(&(SampleTimes){0}, &rounds, &error));
    assert_int_equal(rounds.count, 0);
    assert_true(isnan(rounds.kernel.value));
    rounds_free(&rounds);
}

TEST(flags_have_names_both_ways)
{
    char text[256];
    unsigned all = 0;
    for (unsigned bit = 1; bit <= FLAG_GROWS; bit *= 2) {
        unsigned parsed = 0;
        flags_names(bit, text, sizeof text);
        assert_true(text[0] != '\0' && strchr(text, ';') == NULL);
        assert_int_equal(flags_parse(text, &parsed), 0);
        assert_int_equal(parsed, bit);
        all |= bit;
    }
    unsigned parsed = 0;
    flags_names(all, text, sizeof text);
    assert_int_equal(flags_parse(text, &parsed), 0);
    assert_int_equal(parsed, all);
    flags_names(0, text, sizeof text);
    assert_string_equal(text, "");
    assert_int_equal(flags_parse("fits-cache;no-such", &parsed), -1);
    assert_int_equal(flags_parse("fits", &parsed), -1);
}
