/* Impossible rates are detected, and no correct one is rejected for a noisy measurement of the clock. The
 * tests run in order, in one process: the highest clock is remembered. */

#ifdef __x86_64__
#include <cpuid.h>
#endif

#include "common/machine/machine.h"
#include "common/verify/verify.h"
#include "tests/unit/operands.h"
#include "tests/unit/unit.h"

extern const Workload workload_multiply_add, workload_add_min, workload_matmul, workload_transpose,
    workload_apsp;

static const Variant plain = {.name = "cpu/plain"};

static Point point_of(unsigned threads)
{
    Point point = square_point(100, TYPE_INT32);
    point.threads = threads;
    return point;
}

/* Verifies a sample that ran at `share` of the current limit. */
static int judge(const Workload *workload, const Variant *variant, unsigned threads, double share)
{
    Point point = point_of(threads);
    double rate = share * verify_rate_limit(workload, variant, TYPE_INT32, threads, NULL);
    return verify_rate(workload, variant, &point, NULL, workload->work(&point) / rate / 1e9, &error);
}

TEST(a_low_clock_makes_no_rate_wrong)
{
#if defined __x86_64__ || defined __aarch64__
    machine_clock_seen(1e6); /* before any measurement, like a noisy one */
    assert_true(machine_clock_highest_hz() == 1e6);
    assert_int_equal(judge(&workload_multiply_add, &plain, 1, 150), 0); /* no core is slower than 200 MHz */
    assert_true(machine_clock_highest_hz() >= 200e6);
    assert_int_equal(judge(&workload_matmul, &plain, 1, 70), 1); /* none reaches 14 GHz */
    assert_non_null(strstr(error.text, "GOP/s exceeds lanes x ports x clock = "));
#endif
}

TEST(a_lower_clock_is_forgotten)
{
    machine_clock_seen(10e9);
    machine_clock_seen(1e9);
    assert_true(machine_clock_highest_hz() == 10e9);
}

TEST(limits_grow_with_threads)
{
    const Workload *const limited[] = {&workload_multiply_add, &workload_add_min, &workload_matmul};
    for (size_t w = 0; w < 3; w++) {
        double one = verify_rate_limit(limited[w], &plain, TYPE_INT32, 1, NULL);
        assert_true(one > 0);
        for (unsigned threads = 1; threads <= 4; threads++) {
            double all = verify_rate_limit(limited[w], &plain, TYPE_INT32, threads, NULL);
            assert_true(fabs(all / one - threads) < 1e-9);
            assert_int_equal(judge(limited[w], &plain, threads, 0.99), 0);
            assert_int_equal(judge(limited[w], &plain, threads, 1.01), 1);
        }
    }
}

static double limit_of(Instructions instructions, const GpuInfo *gpu)
{
    const Variant variant = {.name = "cpu/any", .instructions = instructions};
    return verify_rate_limit(&workload_matmul, &variant, TYPE_INT32, 1, gpu);
}

TEST(limits_are_those_of_the_declared_instructions)
{
    double vector = limit_of(INSTRUCTIONS_VECTOR, NULL);
    assert_true(limit_of(INSTRUCTIONS_SCALAR, NULL) <= vector);
    assert_true(limit_of(INSTRUCTIONS_DOT, NULL) == 4 * vector);
    assert_true(limit_of(INSTRUCTIONS_MATRIX, NULL) >= limit_of(INSTRUCTIONS_DOT, NULL));
    /* Declaring a matrix unit that the processor lacks lifts no limit. AMX on bytes at 10 GHz, declared and
     * not. */
    bool has_amx = true;
#ifdef __x86_64__
    unsigned eax, ebx, ecx, edx;
    has_amx = __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (edx & (7u << 22 & ~(1u << 23))) != 0;
#endif
    assert_int_equal(limit_of(INSTRUCTIONS_MATRIX, NULL) > limit_of(INSTRUCTIONS_DOT, NULL), has_amx);
    const Variant amx = {.name = "cpu/amx", .instructions = INSTRUCTIONS_MATRIX};
    Point point = point_of(1);
    double kernel_s = workload_matmul.work(&point) / (2048 * 10e9);
    assert_int_equal(verify_rate(&workload_matmul, &amx, &point, NULL, kernel_s, &error), !has_amx);
    assert_int_equal(verify_rate(&workload_matmul, &plain, &point, NULL, kernel_s, &error), 1);
}

TEST(a_gpu_has_limits_of_its_own)
{
    const GpuInfo h200 = {.multiprocessors = 132, .clock_mhz = 1980};
    double vector = limit_of(INSTRUCTIONS_VECTOR, &h200), tensor = limit_of(INSTRUCTIONS_TENSOR, &h200);
    assert_true(vector > 66900 && vector < 80000); /* 66.9 TFLOP/s according to NVIDIA */
    assert_true(tensor > 1979000 && tensor < 3e6); /* 1979 TOP/s of bytes */
    Point point = point_of(0);
    double work = workload_matmul.work(&point);
    assert_ok(verify_rate(&workload_matmul, &plain, &point, &h200, work / 66e12, &error));
    assert_int_equal(verify_rate(&workload_matmul, &plain, &point, &h200, work / 80e12, &error), 1);
    const GpuInfo silent = {.multiprocessors = 132}; /* clock unknown */
    assert_ok(verify_rate(&workload_matmul, &plain, &point, &silent, work / 80e15, &error));
}

/* 4 GB transposed in a microsecond: its pages were remapped. 10 GB/s is a copy's. */
TEST(moved_bytes_are_stored)
{
    Point point = point_of(1);
    point.m = point.n = 32768;
    const double bytes = workload_transpose.work(&point);
    assert_ok(verify_rate(&workload_transpose, &plain, &point, NULL, bytes / 10e9, &error));
    assert_ok(verify_rate(&workload_transpose, &plain, &point, NULL, bytes / 100e9, &error));
    assert_wrong(verify_rate(&workload_transpose, &plain, &point, NULL, 1e-6, &error),
                 "GB/s exceeds what a first-level cache stores x clock = ");
    const GpuInfo h200 = {.multiprocessors = 132, .clock_mhz = 1980};
    assert_ok(verify_rate(&workload_transpose, &plain, &point, &h200, bytes / 20e12, &error)); /* L2 */
    assert_int_equal(verify_rate(&workload_transpose, &plain, &point, &h200, bytes / 100e12, &error), 1);
}

TEST(without_a_limit_every_rate_passes)
{
    Point point = point_of(1);
    assert_ok(verify_rate(&workload_apsp, &plain, &point, NULL, 1e-15, &error));
}

TEST(limits_of_float64_count_lanes_of_64_bits)
{
    const Variant vector = {.name = "cpu/any"}, scalar = {.instructions = INSTRUCTIONS_SCALAR};
    const GpuInfo h200 = {.multiprocessors = 132, .clock_mhz = 1980};
    assert_true(2 * verify_rate_limit(&workload_matmul, &vector, TYPE_FLOAT64, 1, NULL) ==
                verify_rate_limit(&workload_matmul, &vector, TYPE_FLOAT32, 1, NULL));
    assert_true(verify_rate_limit(&workload_matmul, &scalar, TYPE_FLOAT64, 1, NULL) ==
                verify_rate_limit(&workload_matmul, &scalar, TYPE_FLOAT32, 1, NULL));
    double gpu = verify_rate_limit(&workload_matmul, &vector, TYPE_FLOAT64, 1, &h200);
    assert_true(gpu > 33500 && gpu < 40000); /* 34 TFLOP/s according to NVIDIA */
    const Variant library = {.name = "gpu/library", .flags = VARIANT_TENSOR_FLOAT64};
    assert_true(verify_rate_limit(&workload_matmul, &library, TYPE_FLOAT64, 1, &h200) > 67000);
    assert_true(verify_rate_limit(&workload_matmul, &library, TYPE_FLOAT32, 1, &h200) == 2 * gpu);
}
