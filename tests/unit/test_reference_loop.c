/* The yardstick, alone and in the CPU driver, and what is called calm by it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/driver.h"
#include "common/registry.h"
#include "common/statistics/calm.h"
#include "cpu/reference_loop.h"
#include "experiments/harness/runner/yardsticks.h"

static Error error;

static void the_buffer_is_the_second_levels(void **state)
{
    (void)state;
    assert_int_equal(reference_loop_part_bytes(32 << 10, 1 << 20), 64 << 10);
    assert_int_equal(reference_loop_part_bytes(48 << 10, 2 << 20), 96 << 10);
    assert_int_equal(reference_loop_part_bytes(64 << 10, 160 << 10), 80 << 10); /* half of a small one */
    assert_int_equal(reference_loop_part_bytes(0, 0), 96 << 10);
    assert_int_equal(reference_loop_part_bytes(0, 128 << 10), 64 << 10);
    assert_int_equal(reference_loop_part_bytes(32 << 10, 0), 64 << 10);
}

static void the_slowest_thread_is_no_faster_than_the_mean(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 3; threads++) {
        Yardstick *yardstick = reference_loop_open(threads, &error);
        assert_non_null(yardstick);
        for (int i = 0; i < 5; i++) {
            double mean_s = NAN, max_s = NAN;
            reference_loop_time(yardstick, &mean_s, &max_s);
            assert_true(mean_s > 0.0 && max_s >= mean_s * (1 - 1e-9) &&
                        max_s <= threads * mean_s * (1 + 1e-9));
        }
        reference_loop_close(yardstick);
        assert_int_equal(reference_loop_needs_bytes(threads), threads * reference_loop_needs_bytes(1));
    }
    assert_true(reference_loop_needs_bytes(1) > 0);
    reference_loop_close(NULL);
}

/* A compiler that saw through it would leave nothing to time. */
static void the_loop_is_not_left_out(void **state)
{
    (void)state;
    double best_s = HUGE_VAL, mean_s, max_s;
    Yardstick *yardstick = reference_loop_open(1, &error);
    assert_non_null(yardstick);
    for (int i = 0; i < 100; i++) {
        reference_loop_time(yardstick, &mean_s, &max_s);
        best_s = max_s < best_s ? max_s : best_s;
    }
    reference_loop_close(yardstick);
    assert_true(best_s > 16e3 / 20e9); /* 16 Ki lines, no processor reads one in 0.05 ns */
}

static void a_point_has_yardstick_and_interference(void **state)
{
    (void)state;
    static const char *const names[] = {"cpu/ikj", "cpu/openmp_ikj", "cpu/blas"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const Variant *variant = registry_variant("matmul", names[i]);
        if (variant == NULL || (variant->missing != NULL && variant->missing() != NULL)) {
            continue;
        }
        Job job = {.workload = registry_workload("matmul"), .variant = variant, .input = {.seed = 1}};
        job.point = (Point){.n = 200, .type = TYPE_FLOAT32, .matrices = 1, .iterations = 1};
        job.point.threads = (variant->axes & AXIS_THREADS) != 0 ? 2 : 1;
        Bench *bench = cpu_driver.open(&job, &error);
        assert_non_null(bench);
        for (int sample = 0; sample < 2; sample++) {
            double mean_s = NAN, max_s = NAN;
            Phases phases;
            Interference seen;
            cpu_driver.yardstick(bench, &mean_s, &max_s);
            assert_true(mean_s > 0.0 && max_s > 0.0);
            assert_int_equal(cpu_driver.restore(bench, &error), 0);
            assert_int_equal(cpu_driver.sample(bench, &phases, &error), 0);
            cpu_driver.interference(bench, &seen);
            assert_true(seen.cpu_s > 0.0 && seen.involuntary_switches >= 0.0 && seen.load >= 0.0);
            assert_true(isnan(seen.power_w) && isnan(seen.energy_j) && isnan(seen.throttle));
        }
        cpu_driver.close(bench);
    }
}

static void calm_is_near_the_shortest_fiftieth(void **state)
{
    (void)state;
    double times_s[51];
    for (int i = 0; i < 51; i++) {
        times_s[i] = 1e-5 * (1 + (i * 8 % 51)); /* 1 to 51, shuffled */
    }
    double reference_s = calm_reference(times_s, 51);
    assert_float_equal(reference_s, 2e-5, 1e-12);
    assert_true(calm_is(1e-5, reference_s) && calm_is(2.1e-5, reference_s));
    assert_false(calm_is(2.2e-5, reference_s));
    double one_s = 2e-5;
    assert_true(calm_reference(&one_s, 1) == 2e-5);
    assert_true(isnan(calm_reference(times_s, 0)));
    assert_true(calm_is(1.0, calm_reference(times_s, 0))); /* nobody knows better */
}

/* A neighbour that stays does not become the usual state: the reference is that of the whole run. */
static void a_run_remembers_its_calm_times(void **state)
{
    (void)state;
    enum { TIMES = 100000, CALM = TIMES / 40 };
    PlanPoint points[] = {{.point = {.threads = 1}}, {.point = {.threads = 2}}};
    const Plan plan = {.points = points, .count = 2};
    Yardsticks yardsticks;
    assert_int_equal(yardsticks_begin(&yardsticks, &plan, 0.3, &error), 0);
    assert_true(isnan(yardsticks_reference_s(&yardsticks, 2)));
    for (int i = 0; i < TIMES; i++) {
        yardsticks_add(&yardsticks, 2, i < CALM ? 1e-5 : 2e-5);
        yardsticks_add(&yardsticks, 2, NAN);
        if (i % 1000 == 999) {
            assert_true(yardsticks_reference_s(&yardsticks, 2) == 1e-5);
        }
    }
    assert_true(isnan(yardsticks_reference_s(&yardsticks, 1)));
    yardsticks_end(&yardsticks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_buffer_is_the_second_levels),
        cmocka_unit_test(the_slowest_thread_is_no_faster_than_the_mean),
        cmocka_unit_test(the_loop_is_not_left_out),
        cmocka_unit_test(a_point_has_yardstick_and_interference),
        cmocka_unit_test(calm_is_near_the_shortest_fiftieth),
        cmocka_unit_test(a_run_remembers_its_calm_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
