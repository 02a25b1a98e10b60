/* samples.csv by round trip, and every way in which a file can be damaged. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/text/crc32c.h"
#include "experiments/harness/store/samples.h"
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
    CsvFile file;
    Rows samples;
    Error error;
    default_row(field);
    field[COL_KERNEL_S] = "0.00012345678901234567";
    assert_int_equal(samples_open(path, &file, NULL, &error), 0);
    for (size_t i = 0; i < sizeof details / sizeof details[0]; i++) {
        field[COL_DETAIL] = details[i];
        assert_int_equal(csv_file_append(&file, field, 0, &error), 0);
    }
    csv_file_close(&file);
    assert_int_equal(samples_read(path, &samples, &error), 0);
    assert_int_equal(samples.count, sizeof details / sizeof details[0]);
    for (size_t i = 0; i < samples.count; i++) {
        const char *expected = strcmp(details[i], "two\nlines") == 0 ? "two lines" : details[i];
        assert_string_equal(row_field(&samples.rows[i], COL_DETAIL), expected);
        assert_true(samples.rows[i].kernel_s == 0.00012345678901234567);
        assert_true(isnan(samples_number(&samples.rows[i], COL_H2D_S))); /* empty reads as NAN */
        assert_int_equal(samples.rows[i].series->key, samples.rows[0].series->key);
    }
    csv_file_free(&samples);
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
        CsvFile opened;
        Rows samples;
        Error error, notice = {.text = ""};
        assert_int_equal(samples_open(path, &opened, &notice, &error), 0);
        csv_file_close(&opened);
        assert_int_equal(samples_read(path, &samples, &error), 0);
        assert_int_equal(samples.count, whole > 0 ? whole - 1 : 0);
        assert_int_equal(notice.text[0] != '\0', cut > 0 && text[cut - 1] != '\n');
        csv_file_free(&samples);
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
        CsvFile file;
        Rows samples;
        Error error;
        unlink(path);
        write_rows(2);
        default_row(field);
        field[bad[i].column] = bad[i].value;
        assert_int_equal(samples_open(path, &file, NULL, &error), 0);
        assert_int_equal(csv_file_append(&file, field, 0, &error), 0);
        csv_file_close(&file);
        assert_int_equal(samples_read(path, &samples, &error), -1);
        if (strstr(error.text, ":4: ") == NULL) {
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
        Rows samples;
        Error error;
        unlink(path);
        write_rows(1);
        append_text(lines[i]);
        assert_int_equal(samples_read(path, &samples, &error), -1);
        assert_non_null(strstr(error.text, ":3: "));
    }
}

/* A foreign file is refused and not a byte of it is changed. */
static void test_foreign(void **state)
{
    (void)state;
    static const char *const texts[] = {"a,b,c\n1,2,3\n", "no newline at the end", "schema,run\n1,2"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        CsvFile file;
        Rows samples;
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
    CsvFile first, second;
    Error error;
    assert_int_equal(samples_open(path, &first, NULL, &error), 0);
    assert_int_equal(samples_open(path, &second, NULL, &error), -1);
    assert_non_null(strstr(error.text, "another speedup run"));
    csv_file_close(&first);
}

/* Reads a file of one row that has `value` in `column`: what the error says, "" when there is none. */
static const char *judge(Column column, const char *value)
{
    static Error error;
    const char *field[COLUMNS];
    CsvFile file;
    Rows samples;
    unlink(path);
    error.text[0] = '\0';
    default_row(field);
    field[column] = value;
    assert_int_equal(samples_open(path, &file, NULL, &error), 0);
    assert_int_equal(csv_file_append(&file, field, 0, &error), 0);
    csv_file_close(&file);
    if (samples_read(path, &samples, &error) == 0) {
        csv_file_free(&samples);
    }
    return error.text;
}

/* Names that no registry and no machine could give: reports, scripts and shells get them as they are. */
static void test_misnamed(void **state)
{
    (void)state;
    static const struct {
        Column column;
        const char *value;
    } bad[] = {{COL_WORKLOAD, "matmul`touch X`"},
               {COL_WORKLOAD, ""},
               {COL_WORKLOAD, "a/b"},
               {COL_WORKLOAD, "2d"},
               {COL_WORKLOAD, "Matmul"},
               {COL_VARIANT, "naive"},
               {COL_VARIANT, "cpu/"},
               {COL_VARIANT, "tpu/naive"},
               {COL_VARIANT, "cpu/a b"},
               {COL_VARIANT, "cpu/../x"},
               {COL_MACHINE, "<script>"},
               {COL_MACHINE, "$x$"},
               {COL_MACHINE, "a/b"},
               {COL_HOST, "node 1"},
               {COL_HOST, "x;y"},
               {COL_SAMPLE, "1234567890123456"},
               {COL_WARMUP_S, "a moment"}};
    static const struct {
        Column column;
        const char *value;
    } good[] = {{COL_WORKLOAD, "add_min2"},
                {COL_VARIANT, "gpu/thread_tile"},
                {COL_MACHINE, "Intel_x.1-2c"},
                {COL_MACHINE, ""},
                {COL_HOST, "node-1.site.example"},
                {COL_HOST, ""},
                {COL_EXPERIMENT, "`free` $text$ <b>"},
                {COL_DETAIL, "free; 'text'"},
                {COL_WARMUP_S, "0.005"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char expected[160];
        snprintf(expected, sizeof expected, "csv:2: column %s: invalid value '%s'",
                 column_names[bad[i].column], bad[i].value);
        if (strstr(judge(bad[i].column, bad[i].value), expected) == NULL) {
            fail_msg("%s '%s' was not refused", column_names[bad[i].column], bad[i].value);
        }
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_string_equal(judge(good[i].column, good[i].value), "");
    }
    char name[160] = "", host[80] = "";
    memset(name, 'a', 129);
    memset(host, 'h', 65);
    assert_non_null(strstr(judge(COL_WORKLOAD, name), "column workload"));
    assert_non_null(strstr(judge(COL_HOST, host), "column host"));
    name[128] = host[64] = '\0';
    assert_string_equal(judge(COL_WORKLOAD, name), "");
    assert_string_equal(judge(COL_HOST, host), "");
}

/* They are not written, and not read when another program has written them. */
static void test_control_characters(void **state)
{
    (void)state;
    assert_string_equal(judge(COL_DETAIL, "a\ttab and an \033[31mescape"), "");
    write_rows(1);
    uncheck(path, FIRST_VERSION_COLUMNS);
    append_text("1,r,,,,matmul,int32,8,cpu/naive,1,,,,1,,1,,,,1,,1,1,,,0.1,,,0.1,,ok,,\"a\ttab\",b\n");
    Rows samples;
    Error error;
    assert_int_equal(samples_read(path, &samples, &error), -1);
    assert_non_null(strstr(error.text, ":4: column detail contains a control character (byte 9)"));
}

/* Writes a file of another version with one row: in reverse order, without two columns and with one more. */
static size_t write_other_version(bool checked)
{
    const char *field[COLUMNS];
    char header[2048] = "stranger", row[sizeof header] = "x";
    default_row(field);
    for (int c = COLUMNS; c-- > 0;) {
        if (c != COL_NOISE && c != COL_SHAPE) {
            snprintf(header + strlen(header), sizeof header - strlen(header), ",%s", column_names[c]);
            snprintf(row + strlen(row), sizeof row - strlen(row), ",%s", field[c]);
        }
    }
    FILE *file = fopen(path, "w");
    fprintf(file, checked ? "%s,check\n%s,%08x\n" : "%s\n%s\n", header, row, crc32c(row, strlen(row)));
    fclose(file);
    return strlen(header);
}

/* Rows are appended as the file's own header says, without a word. A row that the header cannot tell from
 * those of another point is refused. */
static void test_other_version(void **state)
{
    (void)state;
    for (int checked = 0; checked < 2; checked++) {
        const char *field[COLUMNS];
        static char before[4096], after[4096];
        CsvFile file;
        CsvRepair done;
        Rows samples;
        Error error, notice = {.text = ""};
        const size_t header = write_other_version(checked);
        read_file(before, sizeof before);
        default_row(field);
        field[COL_SAMPLE] = field[COL_NOISE] = "2";
        assert_int_equal(samples_open(path, &file, &notice, &error), 0);
        assert_int_equal(csv_file_append(&file, field, 0, &error), 0);
        assert_int_equal(csv_file_repair(path, &samples_format, &done, &error), -1); /* a run is writing */
        assert_non_null(strstr(error.text, "another speedup run is writing"));
        field[COL_SHAPE] = "8x8x9";
        assert_int_equal(csv_file_append(&file, field, 0, &error), -1);
        assert_non_null(strstr(error.text, "has no column 'shape'"));
        csv_file_close(&file);
        assert_string_equal(notice.text, "");
        assert_int_equal(csv_file_repair(path, &samples_format, &done, &error), 0);
        assert_false(done.changed);
        read_file(after, sizeof after);
        assert_memory_equal(before, after, header);
        assert_int_equal(samples_read(path, &samples, &error), 0);
        assert_int_equal(samples.count, 2);
        assert_string_equal(row_field(&samples.rows[1], COL_SAMPLE), "2");
        csv_file_free(&samples);
    }
}

/* The file that took its place keeps its bytes, and no row is lost without an error. */
static void test_replaced(void **state)
{
    (void)state;
    char other[80];
    const char *field[COLUMNS];
    CsvFile file;
    Error error;
    write_rows(1);
    default_row(field);
    snprintf(other, sizeof other, "%s.new", path);
    for (int deleted = 0; deleted < 2; deleted++) {
        assert_int_equal(samples_open(path, &file, NULL, &error), 0);
        assert_int_equal(csv_file_append(&file, field, 0, &error), 0);
        if (deleted) {
            assert_int_equal(unlink(path), 0);
        } else {
            fclose(fopen(other, "w"));
            assert_int_equal(rename(other, path), 0);
        }
        assert_int_equal(csv_file_append(&file, field, 0, &error), -1);
        assert_non_null(strstr(error.text, deleted ? "was deleted" : "was replaced"));
        assert_non_null(strstr(error.text, path));
        assert_non_null(strstr(error.text, "run the same command again"));
        csv_file_close(&file);
    }
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
        cmocka_unit_test_setup(test_misnamed, remove_file),
        cmocka_unit_test_setup(test_control_characters, remove_file),
        cmocka_unit_test_setup(test_other_version, remove_file),
        cmocka_unit_test_setup(test_replaced, remove_file),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
