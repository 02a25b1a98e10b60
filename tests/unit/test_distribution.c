/* Block-cyclic rows: each row once, in order, and each device's rows contiguous. */
#include "common/distribution/block_cyclic.h"
#include "tests/unit/unit.h"

enum { MOST_N = 70, DEVICES = 7 };

/* Visits all blocks with a first_owner and compares them with the rows of each device. */
static void walk(const Distribution *distribution, unsigned first_owner)
{
    bool seen[MOST_N] = {false};
    size_t own[DEVICES] = {0};
    for (size_t i = 0; i < distribution_blocks(distribution); i++) {
        const OwnedBlock block = distribution_block(distribution, i, first_owner);
        assert_true(block.device < distribution->devices && block.rows > 0 &&
                    block.row + block.rows <= distribution->n);
        assert_int_equal(block.device, (i + first_owner) % distribution->devices);
        assert_int_equal(block.own_row, own[block.device]);
        own[block.device] += block.rows;
        for (size_t row = block.row; row < block.row + block.rows; row++) {
            assert_false(seen[row]);
            seen[row] = true;
        }
    }
    for (size_t row = 0; row < distribution->n; row++) {
        assert_true(seen[row]);
    }
    for (unsigned d = 0; d < distribution->devices; d++) {
        assert_int_equal(own[(d + first_owner) % distribution->devices], distribution_rows(distribution, d));
    }
}

TEST(test_each_row_once)
{
    for (size_t n = 1; n <= MOST_N; n++) {
        for (unsigned devices = 1; devices <= DEVICES; devices++) {
            const size_t blocks[] = {1, 2, 3, 8, 64, 100, distribution_even_block(n, devices)};
            for (size_t i = 0; i < COUNT_OF(blocks); i++) {
                const Distribution distribution = {n, blocks[i], devices};
                walk(&distribution, 0);
                walk(&distribution, devices - 1);
            }
        }
    }
}

TEST(test_evenly)
{
    assert_int_equal(distribution_even_block(8, 4), 2);
    assert_int_equal(distribution_even_block(9, 4), 3);
    assert_int_equal(distribution_even_block(1, 4), 1);
    assert_int_equal(distribution_even_block(SIZE_MAX, 2), SIZE_MAX / 2 + 1);
    const Distribution distribution = {9, distribution_even_block(9, 4),
                                       4}; /* three each, and none for the last */
    assert_int_equal(distribution_rows(&distribution, 2), 3);
    assert_int_equal(distribution_rows(&distribution, 3), 0);
}
