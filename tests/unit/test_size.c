/* Products and sums of sizes: exact if they fit, else SIZE_MAX from then on. */
#include "common/size.h"
#include "tests/unit/unit.h"

TEST(products_that_fit_are_exact)
{
    assert_true(size_mul(0, 0) == 0);
    assert_true(size_mul(46341, 46341) == 2147488281u); /* overflows int */
    assert_true(size_mul(size_mul(46341, 46341), 4) == 8589953124u);
    assert_true(size_mul((size_t)1 << 32, ((size_t)1 << 32) - 1) == SIZE_MAX - UINT32_MAX);
}

TEST(products_that_do_not_fit_stay_size_max)
{
    assert_true(size_mul((size_t)1 << 32, (size_t)1 << 32) == SIZE_MAX);
    assert_true(size_mul(SIZE_MAX, 2) == SIZE_MAX);
    assert_true(size_mul(SIZE_MAX, 0) == SIZE_MAX); /* an overflow is permanent */
    assert_true(size_mul(0, SIZE_MAX) == SIZE_MAX);
    assert_true(size_mul(size_mul(SIZE_MAX / 2, 3), 1) == SIZE_MAX);
}

TEST(sums_saturate)
{
    assert_true(size_add(2, 3) == 5);
    assert_true(size_add(SIZE_MAX - 1, 1) == SIZE_MAX);
    assert_true(size_add(SIZE_MAX, 1) == SIZE_MAX);
    assert_true(size_add(1, SIZE_MAX) == SIZE_MAX);
    assert_true(size_add(SIZE_MAX, 0) == SIZE_MAX);
}

TEST(rounding_up_finds_the_next_multiple)
{
    assert_true(size_round_up(0, 64) == 0);
    assert_true(size_round_up(1, 64) == 64);
    assert_true(size_round_up(64, 64) == 64);
    assert_true(size_round_up(65, 64) == 128);
    assert_true(size_round_up(10, 3) == 12);
    assert_true(size_round_up(SIZE_MAX, 64) == SIZE_MAX);
    assert_true(size_round_up(SIZE_MAX - 5, 64) == SIZE_MAX);
}
