/* The generator: known values of SplitMix64, ranges, and distinct streams. */
#include "common/random.h"
#include "tests/unit/unit.h"

TEST(bits_are_those_of_splitmix64)
{
    /* The first outputs for seed 1234567 of the reference implementation (Vigna, splitmix64.c). */
    const uint64_t expected[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                 4593380528125082431u, 16408922859458223821u};
    for (uint64_t i = 0; i < 5; i++) {
        assert_true(random_bits(1234567, i) == expected[i]);
    }
}

TEST(floats_cover_minus_one_to_one)
{
    assert_true(random_float32(0) == -1.0f && random_float64(0) == -1.0);
    assert_true(random_float32(UINT64_MAX) == 1.0f - 0x1p-23f && random_float64(UINT64_MAX) == 1.0 - 0x1p-52);
    assert_true(random_float32(1ull << 63) == 0.0f && random_float64(1ull << 63) == 0.0);
    for (int wide = 0; wide < 2; wide++) {
        double sum = 0, squares = 0;
        for (uint64_t i = 0; i < 100000; i++) {
            const uint64_t bits = random_bits(1, i);
            const double value = wide ? random_float64(bits) : (double)random_float32(bits);
            assert_true(value >= -1 && value < 1);
            sum += value;
            squares += value * value;
        }
        assert_true(sum / 1e5 > -0.01 && sum / 1e5 < 0.01);
        assert_true(squares / 1e5 > 0.328 && squares / 1e5 < 0.339); /* a third */
    }
}

TEST(int32_covers_its_range)
{
    assert_int_equal(random_int32(0), 0);
    assert_int_equal(random_int32(UINT64_MAX), -1);
    assert_int_equal(random_int32(1ull << 63), INT32_MIN);
    uint32_t ones = 0, zeros = 0;
    for (uint64_t i = 0; i < 1000; i++) {
        uint32_t value = (uint32_t)random_int32(random_bits(1, i));
        ones |= value;
        zeros |= ~value;
    }
    assert_true(ones == UINT32_MAX && zeros == UINT32_MAX);
}

TEST(below_stays_below_and_is_even)
{
    const uint64_t bounds[] = {1, 2, 3, 100, 1u << 31, 1ull << 32};
    for (size_t b = 0; b < COUNT_OF(bounds); b++) {
        assert_true(random_below(0, bounds[b]) == 0);
        assert_true(random_below(UINT64_MAX, bounds[b]) == bounds[b] - 1);
    }
    size_t counts[7] = {0};
    for (uint64_t i = 0; i < 70000; i++) {
        counts[random_below(random_bits(5, i), 7)]++;
    }
    for (size_t face = 0; face < 7; face++) {
        assert_in_range(counts[face], 9600, 10400); /* four standard deviations */
    }
}

TEST(streams_are_not_shifted_copies)
{
    /* Seeds that differ by the generator's step give shifted sequences: streams must not. */
    assert_true(random_bits(7, 1) == random_bits(7 + 0x9e3779b97f4a7c15u, 0));
    for (uint64_t seed = 0; seed < 20; seed++) {
        for (uint64_t which = 0; which < 20; which++) {
            uint64_t head = random_bits(random_stream(seed, which), 0);
            for (uint64_t i = 0; i < 200; i++) {
                assert_true(head != random_bits(random_stream(seed, which + 1), i));
                assert_true(head != random_bits(random_stream(seed + 1, which), i));
            }
        }
    }
}
