/* Numbers that a pattern finds in output, and parts of numbers that it must not take for one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common/text/captured.h"

/* The result of captured_number; the number is in *value. */
static int capture(const char *text, const char *line, double *value, Error *error)
{
    regex_t pattern;
    assert_int_equal(captured_compile(&pattern, text, error), 0);
    const int found = captured_number(&pattern, line, value, error);
    regfree(&pattern);
    return found;
}

static void test_numbers(void **state)
{
    (void)state;
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
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        Error error = {.text = ""};
        double value = 0.0;
        const int found = capture(numbers[i].pattern, numbers[i].line, &value, &error);
        if (found != 1 || value != numbers[i].value) {
            fail_msg("'%s' in '%s': %d, %g; %s", numbers[i].pattern, numbers[i].line, found, value,
                     error.text);
        }
    }
}

static void test_counts(void **state)
{
    (void)state;
    Error error;
    double value;
    assert_int_equal(capture("t=([0-9]+)", "u=1", &value, &error), 0);
    assert_int_equal(capture("t=([0-9]+)", "", &value, &error), 0);
    assert_int_equal(capture("t=([0-9]+)", "t=1 t=2", &value, &error), 2);
    assert_int_equal(capture("[0-9]+", "1 2 3", &value, &error), 3);
    assert_int_equal(capture("^t=([0-9]+)", "t=1 t=2", &value, &error), 1);
}

static void check_refused(const char *pattern, const char *line, const char *why)
{
    Error error = {.text = ""};
    double value;
    assert_int_equal(capture(pattern, line, &value, &error), -1);
    if (strstr(error.text, why) == NULL) {
        fail_msg("'%s' in '%s': '%s' does not contain '%s'", pattern, line, error.text, why);
    }
}

static void test_refused(void **state)
{
    (void)state;
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

static void test_bad_patterns(void **state)
{
    (void)state;
    regex_t pattern;
    Error error;
    assert_int_equal(captured_compile(&pattern, "a(b", &error), -1);
    assert_non_null(strstr(error.text, "'a(b' is not an extended regular expression"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_bad_patterns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
