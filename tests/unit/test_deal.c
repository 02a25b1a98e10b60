/* Rows that are dealt to devices: each row once, in order, and each device's without a gap. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/deal.h"

enum { MOST_N = 70, DEVICES = 7 };

/* Walks through all blocks with a turn, and compares with what a device has of them. */
static void walk(const Deal *deal, unsigned turn)
{
    bool seen[MOST_N] = {false};
    size_t own[DEVICES] = {0};
    for (size_t i = 0; i < deal_blocks(deal); i++) {
        const DealtBlock block = deal_block(deal, i, turn);
        assert_true(block.device < deal->devices && block.rows > 0 && block.row + block.rows <= deal->n);
        assert_int_equal(block.device, (i + turn) % deal->devices);
        assert_int_equal(block.own_row, own[block.device]);
        own[block.device] += block.rows;
        for (size_t row = block.row; row < block.row + block.rows; row++) {
            assert_false(seen[row]);
            seen[row] = true;
        }
    }
    for (size_t row = 0; row < deal->n; row++) {
        assert_true(seen[row]);
    }
    for (unsigned d = 0; d < deal->devices; d++) {
        assert_int_equal(own[(d + turn) % deal->devices], deal_rows(deal, d));
    }
}

static void test_each_row_once(void **state)
{
    (void)state;
    for (size_t n = 1; n <= MOST_N; n++) {
        for (unsigned devices = 1; devices <= DEVICES; devices++) {
            const size_t blocks[] = {1, 2, 3, 8, 64, 100, deal_evenly(n, devices)};
            for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) {
                const Deal deal = {n, blocks[i], devices};
                walk(&deal, 0);
                walk(&deal, devices - 1);
            }
        }
    }
}

static void test_evenly(void **state)
{
    (void)state;
    assert_int_equal(deal_evenly(8, 4), 2);
    assert_int_equal(deal_evenly(9, 4), 3);
    assert_int_equal(deal_evenly(1, 4), 1);
    assert_int_equal(deal_evenly(SIZE_MAX, 2), SIZE_MAX / 2 + 1);
    const Deal deal = {9, deal_evenly(9, 4), 4}; /* three each, and none for the last */
    assert_int_equal(deal_rows(&deal, 2), 3);
    assert_int_equal(deal_rows(&deal, 3), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_row_once), cmocka_unit_test(test_evenly)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
