/* Rounds without samples, and the names of flags. tests/report/recompute.py has the rounds and estimates of
 * real rows. */
#include "experiments/harness/store/sample_times.h"
#include "experiments/harness/store/status.h"
#include "tests/unit/unit.h"

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
