/* Rows put together by point, build and run: numbers, and which is the newest. tests/cli/samples.bats has
 * copies and hosts. */
#include "experiments/harness/store/groups.h"
#include "tests/unit/sample_rows.h"
#include "tests/unit/unit.h"

/* Writes the rows to a new file and reads it. */
static void make_samples(const char *const rows[][4], size_t count, Rows *samples)
{
    static const Column columns[] = {COL_N, COL_RUN, COL_BUILD, COL_SAMPLE};
    write_fields(columns, COUNT_OF(columns), rows[0], count);
    *samples = read_samples();
    assert_int_equal(samples->count, count);
}

/* One a point, build and run. The newest is the one whose last row stands last, whatever the clock said. */
TEST(test_newest, IN_FOLDER)
{
    static const char *const rows[][4] = {{"64", "2024-03", "b", "1"},
                                          {"32", "2024-01", "b", "1"},
                                          {"64", "2024-02", "b", "1"},
                                          {"64", "2024-03", "b", "2"},
                                          {"64", "2024-01", "c", "1"}};
    Rows samples[2];
    Groups groups;
    make_samples(rows, COUNT_OF(rows), &samples[0]);
    assert_ok(groups_make(samples, 1, &groups, &error));
    assert_int_equal(groups.count, 4);
    uint64_t key = samples[0].rows[0].series->key;
    assert_string_equal(row_field(groups_find(&groups, key, NULL)->rows[0], COL_RUN), "2024-01");
    assert_string_equal(row_field(groups_find(&groups, key, "b")->rows[0], COL_RUN), "2024-03");
    assert_int_equal(groups_find(&groups, samples[0].rows[1].series->key, "b")->count, 1);
    assert_null(groups_find(&groups, key, "unknown"));
    assert_null(groups_find(&groups, key + 1, NULL));
    groups_free(&groups);
    /* A copy of some of the rows in a later file adds nothing, an older run there is the newer one. */
    make_samples(rows, 4, &samples[1]);
    assert_ok(groups_make(samples, 2, &groups, &error));
    assert_string_equal(row_field(groups_find(&groups, key, NULL)->rows[0], COL_RUN), "2024-01");
    groups_free(&groups);
    csv_file_free(&samples[1]);
    static const char *const old[][4] = {{"64", "2020-01", "b", "1"}};
    make_samples(old, COUNT_OF(old), &samples[1]);
    assert_ok(groups_make(samples, 2, &groups, &error));
    assert_string_equal(row_field(groups_find(&groups, key, NULL)->rows[0], COL_RUN), "2020-01");
    groups_free(&groups);
    csv_file_free(&samples[0]);
    csv_file_free(&samples[1]);
}

/* A row was deleted in the middle: the numbers go on from the largest. */
TEST(test_last_number, IN_FOLDER)
{
    static const char *const rows[][4] = {
        {"64", "r", "b", "1"}, {"64", "r", "b", "10"}, {"64", "r", "b", "9"}};
    Rows samples;
    Groups groups;
    make_samples(rows, COUNT_OF(rows), &samples);
    assert_ok(groups_make(&samples, 1, &groups, &error));
    assert_int_equal(groups.count, 1);
    assert_int_equal(groups.groups[0].count, 3);
    assert_string_equal(row_field(groups.groups[0].rows[2], COL_SAMPLE), "10");
    groups_free(&groups);
    csv_file_free(&samples);
}
