/* Rates that no processor can reach are found, and no right one is called so for a clock that was measured
 * in a disturbed moment. The tests run in order, in one process: the highest clock is remembered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/machine/machine.h"
#include "common/verify/verify.h"

extern const Workload workload_multiply_add, workload_add_min, workload_matmul;

static Error error;

/* Verifies a sample whose every thread did `share` of the work per cycle that is possible at `clock_hz`. */
static int judge(const Workload *workload, unsigned threads, double share, double clock_hz)
{
    Point point = {.n = 100, .type = TYPE_INT32, .threads = threads, .matrices = 1, .iterations = 1};
    double rate = share * workload->work_per_cycle() * clock_hz * threads;
    return verify_rate(workload, &point, workload->work(&point) / rate, &error);
}

static void a_low_clock_makes_no_rate_wrong(void **state)
{
    (void)state;
#if defined __x86_64__ || defined __aarch64__
    machine_clock_seen(1e6); /* before any measurement, as a disturbed one would be */
    assert_true(machine_clock_highest_hz() == 1e6);
    assert_int_equal(judge(&workload_multiply_add, 1, 0.9, 200e6), 0); /* no core is slower than 200 MHz */
    assert_true(machine_clock_highest_hz() >= 200e6);
    assert_int_equal(judge(&workload_add_min, 2, 0.9, 200e6), 0);
    assert_int_equal(judge(&workload_multiply_add, 1, 2, 7e9), 1); /* none reaches 14 GHz */
    assert_non_null(strstr(error.text, "GOP/s is more than lanes x ports x clock = "));
#endif
}

static void a_lower_clock_is_forgotten(void **state)
{
    (void)state;
    machine_clock_seen(10e9);
    machine_clock_seen(1e9);
    assert_true(machine_clock_highest_hz() == 10e9);
}

static void limits_grow_with_threads(void **state)
{
    (void)state;
    const Workload *const limited[] = {&workload_multiply_add, &workload_add_min};
    for (size_t w = 0; w < 2; w++) {
        for (unsigned threads = 1; threads <= 4; threads++) {
            assert_int_equal(judge(limited[w], threads, 1.09, 10e9), 0);
            assert_int_equal(judge(limited[w], threads, 1.11, 10e9), 1);
        }
    }
}

static void without_a_limit_every_rate_passes(void **state)
{
    (void)state;
    Point point = {.n = 100, .type = TYPE_INT32, .threads = 1, .matrices = 1, .iterations = 1};
    assert_int_equal(verify_rate(&workload_matmul, &point, 1e-15, &error), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_low_clock_makes_no_rate_wrong),
        cmocka_unit_test(a_lower_clock_is_forgotten),
        cmocka_unit_test(limits_grow_with_threads),
        cmocka_unit_test(without_a_limit_every_rate_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
