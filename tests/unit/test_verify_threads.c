/* Processor time of the whole process, and whether it is that of a point's threads. */
#include <pthread.h>

#include "common/system/process_time.h"
#include "common/timing.h"
#include "common/verify/verify.h"
#include "tests/unit/unit.h"

/* 1: too many threads in two such samples. */
static int verdict(unsigned threads, unsigned ranks, double cpu_s, double caller_s, double blocked_s,
                   double wall_s, double calls)
{
    const Point point = {.threads = threads, .ranks = ranks};
    const Interference used = {.process_cpu_s = cpu_s,
                               .caller_cpu_s = caller_s,
                               .caller_blocked_s = blocked_s,
                               .process_wall_s = wall_s,
                               .calls = calls};
    ThreadUse use = {0};
    thread_use_add(&use, &used);
    assert_ok(verify_threads(&point, &use, &error)); /* one sample proves nothing */
    thread_use_add(&use, &used);
    const int wrong = verify_threads(&point, &use, &error);
    assert_int_equal(wrong != 0, error.text[0] != '\0');
    return wrong;
}

TEST(time_of_the_threads_passes)
{
    assert_int_equal(verdict(1, 0, 1.0, 1.0, 0.0, 1.0, 1), 0);
    assert_int_equal(verdict(4, 0, 4.0, 1.0, 0.0, 1.0, 1), 0);
    assert_int_equal(verdict(4, 0, 4.39, 1.0, 0.0, 1.0, 1), 0);  /* a tenth is allowed */
    assert_int_equal(verdict(1, 0, 1.0, 0.01, 0.99, 1.0, 1), 0); /* it waits for a thread that does all */
    assert_int_equal(verdict(1, 0, 1.0, 0.5, 0.5, 1.0, 1), 0);   /* or for one that does half, afterwards */
    assert_int_equal(verdict(1, 0, 1.0, 0.05, 0.0, 1.0, 1), 0);  /* ready to wait, without a processor */
    assert_int_equal(verdict(1, 0, 0.012, 0.004, 0.005, 0.01, 100), 0); /* handovers */
    /* 60 threads, each of which takes the caller's processor until it ends */
    assert_int_equal(verdict(1, 0, 0.0024, 0.00115, 0.0001, 0.00275, 60), 0);
    assert_int_equal(verdict(1, 2, 2.0, 1.0, 0.0, 2.0, NAN), 0); /* two ranks */
    assert_int_equal(verdict(0, 0, 9.0, 1.0, 0.0, 1.0, NAN), 0); /* on a GPU */
    assert_int_equal(verdict(1, 0, NAN, NAN, NAN, NAN, NAN), 0);
}

TEST(time_of_more_threads_does_not)
{
    assert_int_equal(verdict(1, 0, 2.0, 1.0, 0.0, 1.0, 1), 1);
    assert_int_equal(verdict(4, 0, 5.0, 1.0, 0.0, 1.0, 1), 1);
    assert_int_equal(verdict(1, 0, 2.0, 0.0, 1.0, 1.0, 1), 1); /* two threads beside the one that waits */
    assert_int_equal(verdict(1, 0, 1.0, 0.5, 0.0, 1.0, 1), 1); /* two threads share a busy processor */
    assert_int_equal(verdict(1, 0, 1.3, 1.0, 0.0, 1.0, 1), 1); /* a third of a long call */
    assert_int_equal(verdict(1, 0, 0.018, 0.009, 0.0, 0.01, 1e5), 1); /* half of short calls */
    assert_int_equal(verdict(1, 2, 3.0, 1.0, 0.0, 2.0, NAN), 1);
}

static bool idle(unsigned threads, double cpu_s, double caller_s, double queue_s, double wall_s)
{
    const Point point = {.threads = threads};
    const Interference call = {.process_cpu_s = cpu_s,
                               .caller_cpu_s = caller_s,
                               .queue_s = queue_s,
                               .process_wall_s = wall_s,
                               .calls = 1};
    return threads_idle(&point, &call);
}

TEST(one_of_several_at_a_time_is_idle)
{
    assert_true(idle(2, 1.0, 1.0, 0.0, 1.0));
    assert_true(idle(2, 1.0, 0.5, 0.0, 1.0)); /* in turn */
    assert_true(idle(2, 0.005, 0.005, 0.0, 0.005));
    assert_false(idle(2, 0.005, 0.002, 0.0, 0.005)); /* it woke late and did its share */
    assert_false(idle(2, 0.0005, 0.0005, 0.0, 0.0005));
    assert_false(idle(2, 1.0, 0.5, 0.0, 0.5));
    assert_false(idle(2, 1.0, 0.5, 1.0, 1.0)); /* two threads on one processor */
    assert_false(idle(1, 1.0, 1.0, 0.0, 1.0));
    assert_false(idle(2, NAN, NAN, NAN, NAN));
}

static void *spin(void *argument)
{
    const double until_s = timing_now_s() + *(double *)argument;
    while (timing_now_s() < until_s) {
    }
    return NULL;
}

/* The time of a thread that runs on is not a tick behind. */
TEST(another_thread_counts_at_once)
{
    double spin_s = 0.01, share = 0.0;
    Interference used = interference_none;
    for (int attempt = 0; attempt < 300 && share < 0.5; attempt++) { /* others may keep the processors busy */
        pthread_t thread;
        ProcessTime time;
        assert_int_equal(pthread_create(&thread, NULL, spin, &spin_s), 0);
        const double until_s = timing_now_s() + 2e-3;
        process_time_begin(&time);
        while (timing_now_s() < until_s) {
        }
        process_time_end(&time, &used);
        assert_int_equal(pthread_join(thread, NULL), 0);
        share = (used.process_cpu_s - used.caller_cpu_s) / used.process_wall_s;
        assert_true(used.process_cpu_s <= 2 * used.process_wall_s + process_time_error_s());
    }
    assert_true(share >= 0.5 || process_time_error_s() >= 1e-3);
}

/* Where listing the threads took a millisecond, a right variant seemed to have a second one. */
TEST(the_measurement_is_the_callers_own_work)
{
    double least_s = INFINITY; /* sanitizers have threads of their own */
    for (int attempt = 0; attempt < 100; attempt++) {
        Interference used = interference_none;
        ProcessTime time;
        process_time_begin(&time);
        process_time_end(&time, &used);
        least_s = fmin(least_s, used.process_cpu_s - used.caller_cpu_s);
    }
    assert_true(least_s <= 0.0 || process_time_error_s() >= 1e-3);
}
