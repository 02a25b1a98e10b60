/* The reference loop, alone and in the CPU driver. */
#include "common/driver.h"
#include "common/registry.h"
#include "cpu/reference_loop.h"
#include "tests/unit/operands.h"
#include "tests/unit/unit.h"

TEST(the_buffer_is_the_second_levels)
{
    assert_int_equal(reference_loop_part_bytes(32 << 10, 1 << 20), 64 << 10);
    assert_int_equal(reference_loop_part_bytes(48 << 10, 2 << 20), 96 << 10);
    assert_int_equal(reference_loop_part_bytes(64 << 10, 160 << 10), 80 << 10); /* half of a small one */
    assert_int_equal(reference_loop_part_bytes(0, 0), 96 << 10);
    assert_int_equal(reference_loop_part_bytes(0, 128 << 10), 64 << 10);
    assert_int_equal(reference_loop_part_bytes(32 << 10, 0), 64 << 10);
}

TEST(a_loop_runs_on_any_number_of_threads)
{
    for (unsigned threads = 1; threads <= 3; threads++) {
        ReferenceLoop loop;
        assert_int_equal(reference_loop_open(&loop, threads, &error), 0);
        assert_true(reference_loop_time_s(&loop) > 0.0);
        reference_loop_close(&loop);
        assert_int_equal(reference_loop_needs_bytes(threads), threads * reference_loop_needs_bytes(1));
    }
    assert_true(reference_loop_needs_bytes(1) > 0);
    reference_loop_close(&(ReferenceLoop){.buffer = NULL});
}

/* A compiler that saw through it would leave nothing to time. */
TEST(the_loop_is_not_left_out)
{
    double best_s = HUGE_VAL;
    ReferenceLoop loop;
    assert_int_equal(reference_loop_open(&loop, 1, &error), 0);
    for (int i = 0; i < 100; i++) {
        best_s = fmin(best_s, reference_loop_time_s(&loop));
    }
    reference_loop_close(&loop);
    assert_true(best_s > 16e3 / 20e9); /* 16 Ki lines, no processor reads one in 0.05 ns */
}

TEST(a_point_has_reference_loop_and_interference)
{
    static const char *const names[] = {"cpu/ikj", "cpu/openmp_ikj", "cpu/blas"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const Variant *variant = registry_variant("matmul", names[i]);
        if (variant == NULL || (variant->missing != NULL && variant->missing() != NULL)) {
            continue;
        }
        uint64_t hash;
        Job job = {.workload = registry_workload("matmul"),
                   .variant = variant,
                   .input = {.seed = 1},
                   .input_hash = &hash};
        job.point = square_point(200, TYPE_FLOAT32);
        job.point.threads = (variant->axes & AXIS_THREADS) != 0 ? 2 : 1;
        Bench *bench = cpu_driver.open(&job, &error);
        assert_non_null(bench);
        for (int sample = 0; sample < 2; sample++) {
            Phases phases;
            Interference seen;
            assert_true(cpu_driver.reference_loop(bench) > 0.0);
            assert_ok(cpu_driver.restore(bench, &error));
            assert_ok(cpu_driver.sample(bench, &phases, &seen, &error));
            assert_true(seen.cpu_s > 0.0 && seen.involuntary_switches >= 0.0 && seen.load >= 0.0);
            assert_true(isnan(seen.power_w) && isnan(seen.energy_j) && isnan(seen.throttle));
        }
        cpu_driver.close(bench);
    }
}
