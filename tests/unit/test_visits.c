/* Visits: a round's rows become one observation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "experiments/harness/keep/visits.h"

enum { ROWS = 12 };

static Row rows[ROWS];
static const Row *pointers[ROWS];

static void make_row(size_t at, unsigned round, const char *status, double kernel_s)
{
    rows[at] = (Row){.kernel_s = kernel_s, .round = round};
    for (int c = 0; c < COLUMNS; c++) {
        rows[at].field[c] = "";
    }
    rows[at].field[COL_STATUS] = status;
    pointers[at] = &rows[at];
}

static void a_round_counts_once(void **state)
{
    (void)state;
    const double time_s[] = {3, 1, 2, 9, 7, 8, 4};
    const unsigned round[] = {1, 1, 1, 2, 2, 4, 4};
    double median[ROWS];
    for (size_t i = 0; i < 7; i++) {
        make_row(i, round[i], "ok", time_s[i]);
    }
    assert_int_equal(visits_medians(pointers, 7, median), 3);
    assert_true(median[0] == 2 && median[1] == 8 && median[2] == 6);
    Visit visit = visits_one(pointers, 7, 1);
    assert_true(visit.samples == 3 && visit.min_s == 1 && visit.median_s == 2);
    assert_int_equal(visit.calm, CALM_UNKNOWN);
    assert_true(visits_one(pointers, 7, 0).median_s == 4);
}

static void only_right_results_count(void **state)
{
    (void)state;
    make_row(0, 1, "ok", 4);
    make_row(1, 1, "reduced", 6);
    make_row(2, 1, "wrong", 1);
    make_row(3, 1, "failed", NAN);
    make_row(4, 2, "skipped", NAN);
    double median[ROWS];
    assert_int_equal(visits_medians(pointers, 5, median), 1);
    assert_true(median[0] == 5);
    assert_true(visits_one(pointers, 5, 0).min_s == 4);
    assert_int_equal(visits_one(pointers, 5, 2).samples, 0);
    assert_true(isnan(visits_one(pointers, 5, 2).median_s));
}

/* Where rows say what was disturbed: the median is of the calm ones when they are at least half. */
static void calm_samples_are_preferred(void **state)
{
    (void)state;
    int disturbed = 0;
    while (disturbed < COLUMNS && strcmp(column_names[disturbed], "disturbed") != 0) {
        disturbed++;
    }
    if (disturbed == COLUMNS) {
        skip();
    }
    for (size_t i = 0; i < 4; i++) {
        make_row(i, 1, "ok", 1.0 + (double)i);
        rows[i].field[disturbed] = i < 2 ? "1" : "0";
    }
    Visit visit = visits_one(pointers, 4, 1);
    assert_true(visit.min_s == 3 && visit.median_s == 3.5 && visit.calm == CALM);
    rows[2].field[disturbed] = "1";
    visit = visits_one(pointers, 4, 1);
    assert_true(visit.min_s == 4 && visit.median_s == 2.5 && visit.calm == NOT_CALM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_counts_once),
        cmocka_unit_test(only_right_results_count),
        cmocka_unit_test(calm_samples_are_preferred),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
