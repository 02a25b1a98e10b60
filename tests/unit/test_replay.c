/* How often compare --interleave is right: replays of kept pairs.
 *
 * A pool holds many pairs of each of some points, measured on a real machine. A replay draws the 20 and 40
 * pairs of a whole comparison out of it, without replacement, and judges them by the program's own rules. For
 * false alarms the labels inside every pair are shuffled, so that nothing has changed. For power one point
 * keeps its labels, in a family of others that have not changed. Files of one point are joined, so that a
 * pool may be measured in parts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "common/random.h"
#include "experiments/harness/judge/replay.h"

enum { REPLAYS = 1000 };

/* ---- tests ---- */

static Pool pool_of(const char *path)
{
    Pool pool = {0};
    Error error;
    if (pool_read(&pool, path, &error) != 0) {
        fail_msg("%s", error.text);
    }
    return pool;
}

static void expect_few_alarms(const char *path)
{
    Pool pool = pool_of(path);
    assert_in_range(lround(1000 * replay_alarms(&pool, pool.count, REPLAYS)), 0, 70);
    pool_free(&pool);
}

static void one_build_with_itself_raises_few_alarms(void **state)
{
    (void)state;
    expect_few_alarms("tests/data/pairs-same.csv");
    expect_few_alarms("tests/data/pairs-same-loaded.csv");
}

static void expect_found(const char *path, double share)
{
    Pool pool = pool_of(path);
    ReplayFound figures = replay_found(&pool, pool.count, REPLAYS);
    assert_true(figures.found >= share);
    assert_in_range(lround(1000 * figures.missed), 0, 20);
    pool_free(&pool);
}

static void three_percent_are_found(void **state)
{
    (void)state;
    expect_found("tests/data/pairs-slower-3-percent.csv", 0.88);
}

/* Measured beside six times as many busy threads as processors: most are found, and none is called equal. */
static void under_load_three_percent_are_never_called_equal(void **state)
{
    (void)state;
    expect_found("tests/data/pairs-slower-3-percent-loaded.csv", 0.8);
}

/* The CPU of the machine with the GPU: 3 % slower, and one build with itself. */
static void on_sixteen_shared_cores(void **state)
{
    (void)state;
    expect_few_alarms("tests/data/pairs-h200-cpu-same.csv");
    expect_found("tests/data/pairs-h200-cpu-slower-3-percent.csv", 0.88);
}

static void a_damaged_pool_is_refused(void **state)
{
    (void)state;
    Pool pool = {0};
    Error error;
    assert_int_equal(pool_read(&pool, "tests/data/none.csv", &error), -1);
    assert_int_equal(pool_read(&pool, "tests/README.md", &error), -1);
    assert_non_null(strstr(error.text, "tests/README.md line 2"));
    pool_free(&pool);
}

/* A pool of one program with itself in which nothing drifts: what is asked one after the other is right too.
 */
static void stretches_are_judged_by_welch(void **state)
{
    (void)state;
    static PoolPoint point = {.count = 400};
    for (size_t i = 0; i < point.count; i++) {
        double sum = 0;
        for (uint64_t k = 0; k < 12; k++) {
            sum += (double)(random_bits(7, 12 * i + k) >> 11) * 0x1p-53;
        }
        point.base_median[i] = 0.01 * (sum - 6);
    }
    const Pool pool = {&point, 1};
    assert_true(replay_sequential(&pool, 5, 0.0) < 0.10);
    assert_true(replay_sequential(&pool, 5, 0.10) > 0.99);
    assert_true(replay_coverage(&pool, 5) > 0.90);
    assert_true(isnan(replay_coverage(&pool, 401)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_build_with_itself_raises_few_alarms),
        cmocka_unit_test(three_percent_are_found),
        cmocka_unit_test(under_load_three_percent_are_never_called_equal),
        cmocka_unit_test(on_sixteen_shared_cores),
        cmocka_unit_test(a_damaged_pool_is_refused),
        cmocka_unit_test(stretches_are_judged_by_welch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
