/* What is seen of a sample: made-up /proc/stat, then threads that use processor time or are interrupted. */
#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "common/system/affinity.h"
#include "common/system/os_noise.h"
#include "common/timing.h"
#include "tests/unit/sanitized.h"
#include "tests/unit/unit.h"

static double own_cpu_s(void)
{
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

/* Uses so much processor time, however long that takes. */
static void use_cpu(double cpu_s)
{
    double until_s = own_cpu_s() + cpu_s;
    while (own_cpu_s() < until_s) {
    }
}

static void *use_20_ms(void *argument)
{
    use_cpu(0.02);
    return argument;
}

/* ---- steal ---- */

TEST(steal_is_the_eighth_of_the_ticks)
{
    MachineTime from, to;
    os_noise_read_stat("cpu  100 0 50 800 10 0 20 20 70 0\n", &from);
    assert_true(from.all_ticks == 1000 && from.stolen_ticks == 20); /* guests are in user's already */
    os_noise_read_stat("cpu  150 0 50 820 10 0 20 50 90 0\n", &to);
    assert_float_equal(os_noise_steal(&from, &to), 0.3, 1e-12);
    assert_true(isnan(os_noise_steal(&from, &from)));
    os_noise_read_stat("cpu  150 0 50 820 10 0 20 19 90 0\n", &to); /* a counter that went back */
    assert_true(isnan(os_noise_steal(&from, &to)));
}

TEST(without_steal_nothing_is_known)
{
    static const char *const lines[] = {"", "cpu  100 0 50 800 10 0 20\n", "intr 1 2 3 4 5 6 7 8\n"};
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        MachineTime time;
        os_noise_read_stat(lines[i], &time);
        assert_true(isnan(time.all_ticks) && isnan(time.stolen_ticks));
        assert_true(isnan(os_noise_steal(&time, &time)));
    }
}

TEST(load_is_what_runs_now)
{
    assert_true(os_noise_read_load("0.52 0.18 0.25 17/96 3612\n") == 17);
    assert_true(isnan(os_noise_read_load("")));
    assert_true(isnan(os_noise_read_load("0.52 0.18\n")));
}

/* ---- samples ---- */

static Interference seen;

static void watch_this(OsNoiseScope scope, void (*sample)(void))
{
    OsNoise watch;
    seen = interference_none;
    seen.throttle = 4.0;
    os_noise_open(&watch, scope);
    os_noise_begin(&watch);
    sample();
    os_noise_end(&watch, &seen);
}

static void busy_team(void)
{
#pragma omp parallel num_threads(2)
    use_cpu(0.02);
}

static void sleeping(void)
{
    usleep(150 * 1000);
}

static void other_thread(void)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, use_20_ms, NULL), 0);
    pthread_join(thread, NULL);
}

TEST(processor_time_is_that_of_all_threads)
{
    unsigned threads = 1;
#ifdef _OPENMP
    threads = 2;
#endif
    OsNoise watch;
    use_threads(2); /* the default where one processor may be used is one */
    os_noise_open(&watch, OS_NOISE_TEAM);
#pragma omp parallel num_threads(2)
    use_cpu(0.02); /* before the sample, so not in it */
    os_noise_begin(&watch);
    double start_s = timing_now_s();
    busy_team();
    double wall_s = timing_now_s() - start_s;
    os_noise_end(&watch, &seen);
    assert_true(seen.cpu_s >= threads * 0.02);
    assert_true(seen.cpu_s <= threads * (wall_s + 0.02)); /* and the two calls */
}

TEST(a_librarys_threads_are_the_process)
{
    watch_this(OS_NOISE_PROCESS, other_thread);
    assert_true(seen.cpu_s >= 0.02);
    watch_this(OS_NOISE_TEAM, other_thread);
    assert_true(seen.cpu_s < 0.02);
}

TEST(the_machine_is_told)
{
    watch_this(OS_NOISE_TEAM, sleeping);
    assert_true(seen.cpu_s >= 0.0 && seen.cpu_s < 0.15);
    assert_true(seen.load >= 0.0);
    assert_true(seen.steal >= 0.0 && seen.steal <= 1.0); /* 15 ticks */
    assert_true(isnan(seen.power_w) && isnan(seen.energy_j) && seen.throttle == 4.0);
}

/* A sample of no time has the steal of those before it. */
TEST(a_short_sample_has_the_steal_of_the_last_while)
{
    OsNoise watch;
    os_noise_open(&watch, OS_NOISE_TEAM);
    sleeping();
    for (int i = 0; i < 3; i++) {
        os_noise_begin(&watch);
        os_noise_end(&watch, &seen);
        assert_true(seen.steal >= 0.0 && seen.steal <= 1.0);
    }
}

/* Two threads that have one processor take turns, not by their own will. */
TEST(interruptions_are_counted)
{
#ifdef _OPENMP
    cpu_set_t all, one;
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    for (int i = 0; CPU_COUNT(&one) == 0; i++) {
        if (CPU_ISSET(i, &all)) {
            CPU_SET(i, &one);
        }
    }
    OsNoise watch;
    os_noise_open(&watch, OS_NOISE_TEAM);
#pragma omp parallel num_threads(2)
    sched_setaffinity(0, sizeof one, &one);
    os_noise_begin(&watch);
#pragma omp parallel num_threads(2)
    use_cpu(0.1);
    os_noise_end(&watch, &seen);
#pragma omp parallel num_threads(2)
    sched_setaffinity(0, sizeof all, &all);
    assert_true(seen.involuntary_switches >= 1.0);
#endif
}

static void *count_processors(void *count)
{
    ProcessorSet usable;
    affinity_now(&usable);
    *(unsigned *)count = affinity_count(&usable);
    return NULL;
}

TEST(a_thread_that_a_bound_one_makes_may_use_all_processors)
{
    ProcessorSet one = {0};
    pthread_t thread;
    unsigned count = 0;
    CPU_SET_S((size_t)sched_getcpu(), sizeof one, one.parts);
    assert_int_equal(sched_setaffinity(0, sizeof one, one.parts), 0);
    assert_int_equal(pthread_create(&thread, NULL, count_processors, &count), 0);
    pthread_join(thread, NULL);
    affinity_now(&one);
    affinity_restore();
    assert_int_equal(affinity_count(&one), 1);
    assert_int_equal(count, sanitized_build ? 1 : affinity_processors());
}
