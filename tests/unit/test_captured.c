/* Numbers that a pattern finds in output, and parts of numbers that it must not take for one. */
#include "common/text/captured.h"

#include <math.h>

#include "tests/unit/unit.h"

/* What the pattern finds in the line, with the unit s, or `unit` if it is a rate's. */
static int capture_as(const char *text, const char *line, const char *unit, Captured *captured)
{
    regex_t pattern;
    *captured = (Captured){0};
    assert_int_equal(captured_compile(&pattern, text, &error), 0);
    const CapturedUnit units = {unit, strchr(unit, '/') != NULL};
    const int failed = captured_add(&pattern, line, &units, captured, &error);
    regfree(&pattern);
    return failed != 0 ? failed : (int)captured->count;
}

static int capture(const char *text, const char *line, double *value)
{
    Captured captured;
    const int found = capture_as(text, line, "s", &captured);
    *value = captured.last;
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
        {"([0-9.D+-]+)$", "elapsed 0.12500D-02", 0.00125},
        {"^FW,[0-9]+,([0-9.]+)$", "FW,64,0.0005", 0.0005},
        {"^FW,([0-9]+),", "FW,64,0.0005", 64.0},
        {"^FW,[0-9]+,([0-9.]+)", "FW,64,123,5", 123.0},
        {"^FW,[0-9]+,([0-9.]+)", "FW,64,0.005,1024", 0.005},
        {"FW,64,([0-9.]+)", "FW,64,1.234,5", 1.234},
        {"^[0-9]+,([0-9.]+)$", "64,123", 123.0},
        {"([0-9.]+)]", "[64,123]", 123.0},
        {"\"t\":([0-9.]+)", "{\"n\":64,\"t\":0.5}", 0.5},
        {"64_([0-9.]+)", "FW_64_0.5", 0.5},
        {"Avg: ([0-9.]+)", "Avg: 0.0125 Min: 0.0110 Max: 0.02", 0.0125},
        {"avg ([0-9.]+)", "avg 0.0125 min 0.0110 max 0.02", 0.0125},
        {"min ([0-9.]+)", "avg 0.0125 min 0.0110 s max 0.02 s", 0.0110},
        {"t=([0-9.]+)", "t=0.5 m=100 h=3", 0.5},
        {"min ([0-9.]+)", "count 100 min 0.5 max 0.7", 0.5},
        {"t ([0-9.]+) *([a-z]+)", "t 950.0 us", 950e-6},
        {"t ([0-9.]+) *([^ ]+)", "t 1.9\xc2\xb5s", 1.9e-6},
        {"t ([0-9.]+) *([a-z]+)", "t 2 min", 120.0},
        {"t ([0-9.]+) *([A-Za-z]+)", "t 2.5 Seconds", 2.5},
        {"([0-9.]+) s(, done)?", "2.5 s, done", 2.5},
    };
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        double value = 0.0;
        const int found = capture(numbers[i].pattern, numbers[i].line, &value);
        if (found != 1 || fabs(value / numbers[i].value - 1.0) > 1e-15) {
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

TEST(test_several)
{
    Captured found;
    assert_int_equal(capture_as("t=([0-9.]+)", "t=1.5 t=2", "ms", &found), 2);
    assert_true(fabs(found.sum - 3.5e-3) < 1e-15 && fabs(found.last - 2e-3) < 1e-15);
    assert_true(fabs(found.sum_steps - 1.1e-3) < 1e-15 && fabs(found.last_step - 1e-3) < 1e-15);
    assert_int_equal(capture_as("t=([0-9.eE-]+)", "t=1.25E-3", "s", &found), 1);
    assert_true(fabs(found.last_step - 1e-5) < 1e-15);
    assert_int_equal(capture_as("([0-9.]+)", "12.50 GFLOP/s", "GFLOP/s", &found), 1);
    assert_true(found.last == 12.5);
    assert_int_equal(capture_as("([0-9.]+)", "12.50 Gflops", "GFLOP/s", &found), 1);
    assert_int_equal(capture_as("([0-9.]+)", "12.50 Mflops", "GFLOP/s", &found), -1);
    assert_int_equal(capture_as("([0-9.]+)", "12.50 GB/s", "B/s", &found), -1);
    assert_int_equal(capture_as("([0-9.]+) ", "12.5 best of 3", "GB/s", &found), 1);
    assert_int_equal(capture_as("([0-9.]+) ", "2 ticks", "", &found), -1);
    assert_int_equal(capture_as("([0-9.]+) *([a-z]+)", "2 ticks", "s", &found), -1);
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
    check_refused("([0-9.]+)", "0.12500D-02", "captures '0.12500', a part of a longer number");
    check_refused("([0-9.]+) ms", "1,234.5 ms", "captures '234.5', a part of a number with separators");
    check_refused("time ([0-9,]+)", "time 1,234", "captures '1,234', a part of a number with separators");
    check_refused("time ([0-9,]+)", "time 0,05", "a part of a number with separators");
    check_refused("([0-9.]+)$", "64,123", "match a list of fields from the begin of the line");
    check_refused("time ([0-9.]+)", "time 1.234,5", "a part of a number with separators");
    check_refused("([0-9.]+)$", "1'234.5", "a part of a longer number");
    check_refused("m([0-9.]+)s", "real 0m1.250s", "a part of a time in several units");
    check_refused("([0-9.]+) *([a-z]+)", "1m2.5s", "a part of a time in several units");
    check_refused("([0-9.]+) s", "1 min 2.5 s", "a part of a time in several units");
    check_refused("([0-9.]+)$", "0:01.25", "a part of a time in several units");
    check_refused("t ([0-9]+)", "t 1 min 05", "a part of a time in several units");
    check_refused("t ([0-9.]+)", "t 0.5 min.", "a number in another unit");
    check_refused("t ([0-9.]+) *([A-Za-z]+)", "t 0.5 Min: 0.4", "or give --time-unit and no second group");
    check_refused("t ([0-9:.]+)", "t 0:01.25", "a part of a time in several units");
    check_refused("([0-9.]+) ms",
                  "1\xc2\xa0"
                  "234.5 ms",
                  "a part of a longer number");
    check_refused("t ([0-9.]+)", "t 0:01.25", "a part of a time in several units");
    check_refused("([0-9.]+) s", "1 s 250 ms", "captures '1', a part of a time in several units");
    check_refused("t ([0-9.]+)", "t 950.0 us", "a number in another unit than the given one");
    check_refused("t ([0-9.]+)", "t 950.0 (us)", "have a second group of the pattern find that of a time");
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
