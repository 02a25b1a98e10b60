/* Times of the reference loop that outlive a run: what is kept, what is not, and files that are of no use. */
#include <sys/stat.h>

#include "experiments/harness/store/loop_cache.h"
#include "tests/unit/folder.h"
#include "tests/unit/unit.h"

#define WITH_CACHE .set_up = make_cache, .tear_down = folder_leave
#define FILE_NAME "speedup/reference-loop"

static const double TODAY_S = 2e9, DAY_S = 86400;
enum { SPEED = 7 };

static void make_cache(void)
{
    folder_enter();
    setenv("XDG_CACHE_HOME", folder, 1);
}

/* The slowdowns of the last of the loops of a run on one thread, each of a batch of its own. */
static double run(const char *host, uint64_t speed, double date_s, const double *loop_s, size_t count)
{
    LoopCache cache;
    double slowdown = NAN;
    loop_cache_read(&cache, host, speed, date_s);
    for (size_t i = 0; i < count; i++) {
        slowdown = loop_cache_slowdown(&cache, 1, i, loop_s[i]);
    }
    loop_cache_write(&cache, date_s);
    return slowdown;
}

static const double quiet[] = {1e-5, 1.02e-5, 1e-5}, noisy[] = {2e-5, 2.1e-5, 2e-5};
#define RUN(host, speed, date_s, loops) run(host, speed, date_s, loops, sizeof(loops) / sizeof(loops)[0])

TEST(a_run_that_is_noisy_throughout_is_known_as_such, WITH_CACHE)
{
    assert_float_equal(RUN("a", SPEED, TODAY_S, noisy), 1, 1e-9); /* the first run here knows no better */
    assert_float_equal(RUN("a", SPEED, TODAY_S, quiet), 1, 1e-9);
    assert_float_equal(RUN("a", SPEED, TODAY_S, noisy), 2, 1e-9);
    assert_float_equal(RUN("a", SPEED, TODAY_S, noisy), 2, 1e-9); /* which is not forgotten */
}

TEST(hosts_and_speeds_have_times_of_their_own, WITH_CACHE)
{
    RUN("a", SPEED, TODAY_S, quiet);
    assert_float_equal(RUN("b", SPEED, TODAY_S, noisy), 1, 1e-9);
    assert_float_equal(RUN("a", SPEED + 1, TODAY_S, noisy), 1, 1e-9); /* a lower limit of the clock */
    assert_float_equal(RUN("a", SPEED, TODAY_S, noisy), 2, 1e-9);
}

TEST(one_impossible_time_is_not_kept, WITH_CACHE)
{
    const double jumped[] = {1e-5, 1e-6, 1.1e-5};
    assert_float_equal(RUN("a", SPEED, TODAY_S, jumped), 11, 1e-9);
    assert_float_equal(RUN("a", SPEED, TODAY_S, quiet), 1, 1e-9);
}

TEST(a_time_that_is_not_reached_again_expires, WITH_CACHE)
{
    RUN("a", SPEED, TODAY_S, quiet);
    assert_float_equal(RUN("a", SPEED, TODAY_S + 20 * DAY_S, noisy), 2, 1e-9);
    assert_float_equal(RUN("a", SPEED, TODAY_S + 31 * DAY_S, noisy), 1, 1e-9);
    /* one that is lasts */
    RUN("b", SPEED, TODAY_S, quiet);
    RUN("b", SPEED, TODAY_S + 20 * DAY_S, quiet);
    assert_float_equal(RUN("b", SPEED, TODAY_S + 40 * DAY_S, noisy), 2, 1e-9);
}

TEST(other_content_is_ignored, WITH_CACHE)
{
    static const char *const lines[] = {
        "",
        "a 0000000000000007 1 1e-300 2000000000\n", /* faster than any core */
        "a 0000000000000007 1 nan 2000000000\n",
        "a 0000000000000007 1 -1e-5 2000000000\n",
        "a 0000000000000007 1 1e-5 9000000000\n", /* from the future */
        "a 0000000000000007 1 1e-5 2000000000 more\n",
        "a 0000000000000007 0 1e-5 2000000000\n",
        "\xff\xfe nonsense\n\n\n",
    };
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        put_line(lines[i], FILE_NAME);
        assert_float_equal(RUN("a", SPEED, TODAY_S, noisy), 1, 1e-9);
    }
    put_line("rubbish\na 0000000000000007 1 1e-05 2000000000\n", FILE_NAME);
    assert_float_equal(RUN("a", SPEED, TODAY_S, noisy), 2, 1e-9);
}

TEST(a_file_that_is_none_is_ignored, WITH_CACHE)
{
    mkdir("speedup", 0700);
    assert_int_equal(mkfifo(FILE_NAME, 0600), 0); /* opening it must not wait */
    assert_float_equal(RUN("a", SPEED, TODAY_S, noisy), 1, 1e-9);
    setenv("XDG_CACHE_HOME", "/dev/null", 1);
    assert_float_equal(RUN("a", SPEED, TODAY_S, noisy), 1, 1e-9);
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", folder, 1);
    RUN("a", SPEED, TODAY_S, quiet);
    assert_float_equal(RUN("a", SPEED, TODAY_S, noisy), 2, 1e-9); /* ~/.cache */
    unsetenv("HOME");
    assert_float_equal(RUN("a", SPEED, TODAY_S, noisy), 1, 1e-9);
}

TEST(a_driver_without_the_loop_has_no_slowdown, WITH_CACHE)
{
    LoopCache cache;
    loop_cache_read(&cache, "a", SPEED, TODAY_S);
    assert_true(isnan(loop_cache_slowdown(&cache, 0, 0, NAN)));
    assert_float_equal(loop_cache_slowdown(&cache, 1, 0, 1e-5), 1, 1e-9);
    assert_float_equal(loop_cache_slowdown(&cache, 2, 1, 3e-5), 1, 1e-9); /* by number of threads */
}
