/* samples.csv by round trip, and every way in which a file can be damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "experiments/harness/keep/groups.h"
#include "experiments/harness/keep/samples.h"
#include "tests/unit/sample_rows.h"

static void append_text(const char *text)
{
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void test_round_trip(void **state)
{
    (void)state;
    static const char *const details[] = {"",   "plain", "a, b",       "he said \"no\"",
                                          "\"", ",",     "two\nlines", " spaced "};
    const char *field[COLUMNS];
    SampleFile file;
    Samples samples;
    Error error;
    usual_row(field);
    field[COL_KERNEL_S] = "0.00012345678901234567";
    assert_int_equal(samples_open(path, &file, NULL, &error), 0);
    for (size_t i = 0; i < sizeof details / sizeof details[0]; i++) {
        field[COL_DETAIL] = details[i];
        assert_int_equal(samples_append(&file, field, 0, &error), 0);
    }
    samples_close(&file);
    assert_int_equal(samples_read(path, &samples, &error), 0);
    assert_int_equal(samples.count, sizeof details / sizeof details[0]);
    for (size_t i = 0; i < samples.count; i++) {
        const char *expected = strcmp(details[i], "two\nlines") == 0 ? "two lines" : details[i];
        assert_string_equal(samples.rows[i].field[COL_DETAIL], expected);
        assert_true(samples.rows[i].kernel_s == 0.00012345678901234567);
        assert_true(samples.rows[i].h2d_s != samples.rows[i].h2d_s); /* empty reads as NAN */
        assert_int_equal(samples.rows[i].key, samples.rows[0].key);
    }
    samples_free(&samples);
}

/* Whatever byte a kill cuts the file at, whole rows are read and the rest is repaired. */
static void test_torn_anywhere(void **state)
{
    (void)state;
    write_rows(3);
    char text[4096];
    size_t size = read_file(text, sizeof text);
    for (size_t cut = 0; cut <= size; cut++) {
        size_t whole = write_file(text, cut);
        SampleFile opened;
        Samples samples;
        Error error, notice = {.text = ""};
        assert_int_equal(samples_open(path, &opened, &notice, &error), 0);
        samples_close(&opened);
        assert_int_equal(samples_read(path, &samples, &error), 0);
        assert_int_equal(samples.count, whole > 0 ? whole - 1 : 0);
        assert_int_equal(notice.text[0] != '\0', cut > 0 && text[cut - 1] != '\n');
        samples_free(&samples);
    }
}

static void test_damaged(void **state)
{
    (void)state;
    static const struct {
        Column column;
        const char *value;
    } bad[] = {
        {COL_N, "many"},
        {COL_N, ""},
        {COL_N, "-3"},
        {COL_TYPE, "int33"},
        {COL_KERNEL_S, "fast"},
        {COL_KERNEL_S, "nan"},
        {COL_KERNEL_S, "inf"},
        {COL_KERNEL_S, "-1"},
        {COL_KERNEL_S, "0"},
        {COL_KERNEL_S, ""},
        {COL_STATUS, "fine"},
        {COL_STATUS, ""},
        {COL_THREADS, "two"},
        {COL_SEED, "x"},
        {COL_TRANSFER, "quick"},
        {COL_SCHEDULE, "fair"},
        {COL_SCHEMA, "99"},
        {COL_ROUND, "1.5"},
        {COL_ROUND, "4000000000"},
        {COL_TOTAL_S, ""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *field[COLUMNS];
        SampleFile file;
        Samples samples;
        Error error;
        unlink(path);
        write_rows(2);
        usual_row(field);
        field[bad[i].column] = bad[i].value;
        assert_int_equal(samples_open(path, &file, NULL, &error), 0);
        assert_int_equal(samples_append(&file, field, 0, &error), 0);
        samples_close(&file);
        assert_int_equal(samples_read(path, &samples, &error), -1);
        if (strstr(error.text, "line 4") == NULL) {
            fail_msg("%s '%s': no line number in '%s'", column_names[bad[i].column], bad[i].value,
                     error.text);
        }
    }
}

static void test_wrong_number_of_fields(void **state)
{
    (void)state;
    static const char *const lines[] = {"1,2,3\n", "\n", "\"open quote\n", "\"a\"b,c\n"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        Samples samples;
        Error error;
        unlink(path);
        write_rows(1);
        append_text(lines[i]);
        assert_int_equal(samples_read(path, &samples, &error), -1);
        assert_non_null(strstr(error.text, "line 3"));
    }
}

/* A foreign file is refused and not a byte of it is changed. */
static void test_foreign(void **state)
{
    (void)state;
    static const char *const texts[] = {"a,b,c\n1,2,3\n", "no newline at the end", "schema,run\n1,2"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        SampleFile file;
        Samples samples;
        Error error;
        char after[64] = "";
        unlink(path);
        append_text(texts[i]);
        assert_int_equal(samples_open(path, &file, NULL, &error), -1);
        assert_non_null(strstr(error.text, "--out"));
        assert_int_equal(samples_read(path, &samples, &error), -1);
        FILE *again = fopen(path, "r");
        fread(after, 1, sizeof after - 1, again);
        fclose(again);
        assert_string_equal(after, texts[i]);
    }
}

static void test_two_writers(void **state)
{
    (void)state;
    SampleFile first, second;
    Error error;
    assert_int_equal(samples_open(path, &first, NULL, &error), 0);
    assert_int_equal(samples_open(path, &second, NULL, &error), -1);
    assert_non_null(strstr(error.text, "another speedup run"));
    samples_close(&first);
}

/* A file read twice, or a merged copy, counts its samples once. */
static void test_duplicates(void **state)
{
    (void)state;
    Samples twice[2];
    Groups groups;
    Error error;
    SampleFile file;
    const char *field[COLUMNS];
    usual_row(field);
    field[COL_SEED] = "18446744073709551615";
    assert_int_equal(samples_open(path, &file, NULL, &error), 0);
    for (int i = 1; i <= 12; i++) {
        char number[8];
        snprintf(number, sizeof number, "%d", i);
        field[COL_SAMPLE] = number;
        assert_int_equal(samples_append(&file, field, 0, &error), 0);
    }
    samples_close(&file);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(samples_read(path, &twice[i], &error), 0);
    }
    assert_int_equal(groups_make(twice, 2, &groups, &error), 0);
    assert_int_equal(groups.count, 1);
    assert_int_equal(groups.groups[0].count, 12);
    assert_string_equal(groups.groups[0].rows[11]->field[COL_SAMPLE], "12");
    groups_free(&groups);
    samples_free(&twice[0]);
    samples_free(&twice[1]);
}

/* Groups: one a point, build and run; the newest run first. */
static void test_groups(void **state)
{
    (void)state;
    static const struct {
        const char *n, *run, *build, *sample;
    } rows[] = {{"64", "2024-01", "b", "1"},
                {"32", "2024-01", "b", "1"},
                {"64", "2024-02", "b", "1"},
                {"64", "2024-01", "b", "2"},
                {"64", "2024-03", "c", "1"}};
    SampleFile file;
    Samples samples;
    Groups groups;
    Error error;
    assert_int_equal(samples_open(path, &file, NULL, &error), 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *field[COLUMNS];
        usual_row(field);
        field[COL_N] = rows[i].n;
        field[COL_RUN] = rows[i].run;
        field[COL_BUILD] = rows[i].build;
        field[COL_SAMPLE] = rows[i].sample;
        assert_int_equal(samples_append(&file, field, 0, &error), 0);
    }
    samples_close(&file);
    assert_int_equal(samples_read(path, &samples, &error), 0);
    assert_int_equal(groups_make(&samples, 1, &groups, &error), 0);
    assert_int_equal(groups.count, 4);
    uint64_t key = samples.rows[0].key;
    assert_string_equal(groups_find(&groups, key, NULL)->rows[0]->field[COL_RUN], "2024-03");
    assert_string_equal(groups_find(&groups, key, "b")->rows[0]->field[COL_RUN], "2024-02");
    assert_int_equal(groups_find(&groups, samples.rows[1].key, "b")->count, 1);
    assert_null(groups_find(&groups, key, "unknown"));
    assert_null(groups_find(&groups, key + 1, NULL));
    groups_free(&groups);
    samples_free(&samples);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_round_trip, remove_file),
        cmocka_unit_test_setup(test_torn_anywhere, remove_file),
        cmocka_unit_test_setup(test_damaged, remove_file),
        cmocka_unit_test_setup(test_wrong_number_of_fields, remove_file),
        cmocka_unit_test_setup(test_foreign, remove_file),
        cmocka_unit_test_setup(test_two_writers, remove_file),
        cmocka_unit_test_setup(test_duplicates, remove_file),
        cmocka_unit_test_setup(test_groups, remove_file),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
