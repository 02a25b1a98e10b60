/* Rows put together by point, build and run: numbers, copies, which is the newest, hosts. */
#include "experiments/harness/store/groups.h"
#include "tests/unit/sample_rows.h"
#include "tests/unit/unit.h"

typedef struct SampleRow {
    const char *n, *run, *build, *sample, *machine, *host, *detail;
} SampleRow;

/* Writes the rows to a new file and reads it. */
static void make_samples(const SampleRow *rows, size_t count, Rows *samples)
{
    unlink(SAMPLES);
    CsvFile file = open_samples();
    for (size_t i = 0; i < count; i++) {
        const char *field[COLUMNS];
        default_row(field);
        field[COL_N] = rows[i].n;
        field[COL_RUN] = rows[i].run;
        field[COL_BUILD] = rows[i].build;
        field[COL_SAMPLE] = rows[i].sample;
        field[COL_MACHINE] = rows[i].machine != NULL ? rows[i].machine : "";
        field[COL_HOST] = rows[i].host != NULL ? rows[i].host : "";
        field[COL_DETAIL] = rows[i].detail != NULL ? rows[i].detail : "";
        append_row(&file, field);
    }
    csv_file_close(&file);
    *samples = read_samples();
    assert_int_equal(samples->count, count);
}

#define MAKE_SAMPLES(rows, samples) make_samples(rows, sizeof(rows) / sizeof((rows)[0]), samples)

/* A file read twice, or a merged copy, counts its samples once. */
TEST(test_copies, IN_FOLDER)
{
    SampleRow rows[12];
    char number[12][8];
    Rows twice[2];
    Groups groups;
    for (size_t i = 0; i < 12; i++) {
        snprintf(number[i], sizeof number[i], "%zu", i + 1);
        rows[i] = (SampleRow){.n = "64", .run = "r", .build = "b", .sample = number[i]};
    }
    MAKE_SAMPLES(rows, &twice[0]);
    twice[1] = read_samples();
    assert_ok(groups_make(twice, 2, &groups, &error));
    assert_int_equal(groups.count, 1);
    assert_int_equal(groups.groups[0].count, 12);
    assert_string_equal(row_field(groups.groups[0].rows[11], COL_SAMPLE), "12");
    groups_free(&groups);
    csv_file_free(&twice[0]);
    csv_file_free(&twice[1]);
}

/* One a point, build and run. The newest is the one whose last row stands last, whatever the clock said. */
TEST(test_newest, IN_FOLDER)
{
    static const SampleRow rows[] = {{"64", "2024-03", "b", "1", NULL, NULL, NULL},
                                     {"32", "2024-01", "b", "1", NULL, NULL, NULL},
                                     {"64", "2024-02", "b", "1", NULL, NULL, NULL},
                                     {"64", "2024-03", "b", "2", NULL, NULL, NULL},
                                     {"64", "2024-01", "c", "1", NULL, NULL, NULL}};
    Rows samples[2];
    Groups groups;
    MAKE_SAMPLES(rows, &samples[0]);
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
    static const SampleRow old[] = {{"64", "2020-01", "b", "1", NULL, NULL, NULL}};
    MAKE_SAMPLES(old, &samples[1]);
    assert_ok(groups_make(samples, 2, &groups, &error));
    assert_string_equal(row_field(groups_find(&groups, key, NULL)->rows[0], COL_RUN), "2020-01");
    groups_free(&groups);
    csv_file_free(&samples[0]);
    csv_file_free(&samples[1]);
}

/* A row was deleted in the middle: the numbers go on from the largest. */
TEST(test_last_number, IN_FOLDER)
{
    static const SampleRow rows[] = {{"64", "r", "b", "1", NULL, NULL, NULL},
                                     {"64", "r", "b", "10", NULL, NULL, NULL},
                                     {"64", "r", "b", "9", NULL, NULL, NULL}};
    Rows samples;
    Groups groups;
    MAKE_SAMPLES(rows, &samples);
    assert_ok(groups_make(&samples, 1, &groups, &error));
    assert_int_equal(groups.count, 1);
    assert_int_equal(groups.groups[0].count, 3);
    assert_string_equal(row_field(groups.groups[0].rows[2], COL_SAMPLE), "10");
    groups_free(&groups);
    csv_file_free(&samples);
}

/* Two samples of one number are no copy of each other when they differ: neither is chosen. */
TEST(test_equal_numbers, IN_FOLDER)
{
    static const SampleRow rows[] = {{"64", "r", "b", "1", NULL, NULL, NULL},
                                     {"64", "r", "b", "2", NULL, NULL, "one"},
                                     {"32", "r", "b", "2", NULL, NULL, NULL},
                                     {"64", "r", "b", "2", NULL, NULL, "another"}};
    Rows samples;
    Groups groups;
    MAKE_SAMPLES(rows, &samples);
    assert_int_equal(groups_make(&samples, 1, &groups, &error), -1);
    assert_non_null(strstr(error.text, SAMPLES ":3 and " SAMPLES ":5 are both sample 2"));
    assert_non_null(strstr(error.text, "differ in detail; delete one"));
    csv_file_free(&samples);
}

/* Points of two hosts are two, and one when the host is forgotten. */
TEST(test_hosts, IN_FOLDER)
{
    static const SampleRow rows[] = {{"64", "r", "b", "1", "one", "x", NULL},
                                     {"64", "r", "b", "2", "one", "y", NULL},
                                     {"64", "r", "b", "3", "one", "x", NULL},
                                     {"64", "r", "b", "4", "two", "x", NULL}};
    Rows samples;
    Groups groups;
    MAKE_SAMPLES(rows, &samples);
    assert_ok(groups_make(&samples, 1, &groups, &error));
    assert_int_equal(groups.count, 3);
    groups_free(&groups);
    samples_forget(&samples, 1, COL_HOST);
    assert_string_equal(row_field(&samples.rows[0], COL_HOST), "");
    assert_ok(groups_make(&samples, 1, &groups, &error));
    assert_int_equal(groups.count, 2);
    groups_free(&groups);
    csv_file_free(&samples);
}
