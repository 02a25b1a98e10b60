/* Numbers that a pattern finds in output, and parts of numbers that it must not take for one. */
#include "common/text/captured.h"
#include "tests/unit/unit.h"

/* The result of captured_number; the number is in *value. */
static int capture(const char *text, const char *line, double *value)
{
    regex_t pattern;
    assert_int_equal(captured_compile(&pattern, text, &error), 0);
    const int found = captured_number(&pattern, line, value, &error);
    regfree(&pattern);
    return found;
}

TEST(test_numbers)
{
    static const struct {
        const char *pattern, *line;
        double value;
    } numbers[] = {
        {"time: ([0-9.]+)", "time: 12.5 s", 12.5},
        {"time: ([0-9.]+)", "time: 12.", 12.0},
        {"time: ([0-9.eE+-]+)", "wall time: 1.5e-3s", 1.5e-3},
        {"[0-9.]+", "took 7 s", 7.0},
        {"^[0-9.]+$", "0.25", 0.25},
        {"([0-9.]+) ?(s|seconds)", "in 3.5 seconds", 3.5},
        {"= *([0-9.]+)", "t=2", 2.0},
        {"t=([0-9.]+)", "t=2, u=3", 2.0},
        {"t=([0-9.]+)", "t=2.5, u", 2.5},
        {"t=([0-9.]+)", "t=2e", 2.0},
        {"-([0-9.]+)", "step-4", 4.0},
    };
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        double value = 0.0;
        const int found = capture(numbers[i].pattern, numbers[i].line, &value);
        if (found != 1 || value != numbers[i].value) {
            fail_msg("'%s' in '%s': %d, %g; %s", numbers[i].pattern, numbers[i].line, found, value,
                     error.text);
        }
    }
}

TEST(test_counts)
{
    double value;
    assert_ok(capture("t=([0-9]+)", "u=1", &value));
    assert_ok(capture("t=([0-9]+)", "", &value));
    assert_int_equal(capture("t=([0-9]+)", "t=1 t=2", &value), 2);
    assert_int_equal(capture("[0-9]+", "1 2 3", &value), 3);
    assert_int_equal(capture("^t=([0-9]+)", "t=1 t=2", &value), 1);
}

static void check_refused(const char *pattern, const char *line, const char *why)
{
    double value;
    assert_int_equal(capture(pattern, line, &value), -1);
    if (strstr(error.text, why) == NULL) {
        fail_msg("'%s' in '%s': '%s' does not contain '%s'", pattern, line, error.text, why);
    }
}

TEST(test_refused)
{
    check_refused(".*([0-9.]+)", "time: 12.5", "captures '5', a part of a longer number");
    check_refused("([0-9.]+)", "1.5e-3", "captures '1.5', a part");
    check_refused("time ([0-9]+)", "time 12.5", "captures '12', a part");
    check_refused("time ([0-9]+)", "time 12,5", "captures '12', a part");
    check_refused("e-([0-9]+)", "1e-3", "captures '3', a part");
    check_refused("([0-9.]+)$", "t=-2", "captures '2', a part");
    check_refused("time(.*)", "time: 3", "captures ': 3', which is not a number");
    check_refused("time ([a-z]*)", "time 3", "captures '', which is not a number");
    check_refused("time (.*)", "time nan", "which is not a number");
    check_refused("time (.*)", "time inf", "which is not a number");
    check_refused("time (.*)", "time 0x10", "which is not a number");
    check_refused("time (.*)", "time 1e999", "which is not a number");
    check_refused("time (.*)", "time 1.2.3", "which is not a number");
}

TEST(test_bad_patterns)
{
    regex_t pattern;
    assert_refused(captured_compile(&pattern, "a(b", &error), "'a(b' is not an extended regular expression");
}
