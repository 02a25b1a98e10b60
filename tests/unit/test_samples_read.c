/* What may stand in a samples file that another program has written or cut. */
#include "experiments/harness/store/csv_repair.h"
#include "experiments/harness/store/samples.h"
#include "tests/unit/sample_rows.h"
#include "tests/unit/unit.h"

/* Writes a row of those of our columns that come before `columns`. */
static void write_columns(int columns)
{
    const char *field[COLUMNS];
    default_row(field);
    FILE *file = fopen(SAMPLES, "w");
    for (int c = 0; c < columns; c++) {
        fprintf(file, "%s%s", c > 0 ? "," : "", column_names[c]);
    }
    fputs("\n", file);
    for (int c = 0; c < columns; c++) {
        fprintf(file, "%s%s", c > 0 ? "," : "", field[c]);
    }
    fputs("\n", file);
    fclose(file);
}

/* The columns up to build must be there, the others may. */
TEST(test_columns_needed, IN_FOLDER)
{
    Rows samples;
    for (int columns = COL_BUILD + 1; columns <= COLUMNS; columns++) {
        write_columns(columns);
        samples = read_samples();
        assert_int_equal(samples.count, 1);
        assert_string_equal(row_field(&samples.rows[0], COL_EDGES), "");
        csv_file_free(&samples);
    }
    write_columns(COL_BUILD);
    assert_refused(csv_file_read(SAMPLES, &samples_format, &samples, &error), "column 'build' is missing");
}

/* No byte of a file can change unnoticed: in the header, a row, a check or a newline. */
TEST(test_one_byte_changed, IN_FOLDER)
{
    enum { CHANGES = 1500 };
    static char text[8192], changed[sizeof text];
    write_rows(12);
    const size_t size = get_bytes(SAMPLES, text, sizeof text);
    uint64_t random = 1;
    for (size_t i = 0; i < CHANGES; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const size_t at = (size_t)(random >> 33) % size;
        const unsigned char value = (unsigned char)(random >> 20);
        Rows samples;
        memcpy(changed, text, size);
        changed[at] = (char)((unsigned char)text[at] == value ? value ^ 1 : value);
        write_samples(changed, size);
        if (csv_file_read(SAMPLES, &samples_format, &samples, &error) == 0) {
            if (samples.notice.text[0] == '\0') {
                fail_msg("byte %zu: '%c' became %d unnoticed", at, text[at], changed[at]);
            }
            csv_file_free(&samples);
        }
    }
}

/* Each byte of a file is damaged in turn: repair keeps all rows but the damaged one, and a second repair
 * changes nothing. */
TEST(test_repair, IN_FOLDER)
{
    enum { ROWS = 4 };
    static char text[4096], after[sizeof text];
    CsvRepair done;
    Rows samples;
    write_rows(ROWS);
    const size_t size = get_bytes(SAMPLES, text, sizeof text);
    const size_t header = (size_t)((char *)memchr(text, '\n', size) - text) + 1;
    for (size_t at = 0; at < size; at++) {
        const char original = text[at];
        text[at] = original == '\n' ? ' ' : '\0';
        write_samples(text, size);
        text[at] = original;
        unlink(SAMPLES ".damaged");
        assert_ok(csv_file_repair(SAMPLES, &samples_format, &done, &error));
        const size_t lost = original == '\n' && at + 1 < size && at >= header ? 2 : at + 1 < header ? 0 : 1;
        assert_int_equal(done.kept, ROWS - lost);
        assert_true(done.changed && done.moved == 1);
        samples = read_samples();
        assert_int_equal(samples.count, ROWS - lost);
        csv_file_free(&samples);
        assert_memory_equal(after, text, get_bytes(SAMPLES, after, header));
        assert_ok(csv_file_repair(SAMPLES, &samples_format, &done, &error));
        assert_true(!done.changed && done.moved == 0);
    }
}

/* Rows of one point share what they have in common: each must still have its own fields, empty ones too. */
TEST(test_own_fields, IN_FOLDER)
{
    static const Column columns[] = {COL_EXPERIMENT, COL_STARTED,        COL_INPUT_HASH, COL_STOP,
                                     COL_DETAIL,     COL_ERROR_RELATIVE, COL_LOAD,       COL_CPUS};
    enum { OWN = COUNT_OF(columns), ROWS = 1 << OWN };
    static const char *const values[2][2] = {{"", "1"}, {"2", ""}};
    const char *field[COLUMNS];
    default_row(field);
    CsvFile file = open_samples();
    for (unsigned i = 0; i < ROWS; i++) { /* all combinations; half of the columns begin empty */
        for (unsigned c = 0; c < OWN; c++) {
            field[columns[c]] = values[c % 2][i >> c & 1];
        }
        append_row(&file, field);
    }
    csv_file_close(&file);
    Rows samples = read_samples();
    assert_int_equal(samples.count, ROWS);
    assert_int_equal(samples.series.count, 1);
    for (unsigned i = 0; i < ROWS; i++) {
        for (unsigned c = 0; c < OWN; c++) {
            assert_string_equal(row_field(&samples.rows[i], columns[c]), values[c % 2][i >> c & 1]);
        }
        assert_string_equal(row_field(&samples.rows[i], COL_BUILD), "b");
    }
    assert_true(samples_number(&samples.rows[ROWS - 1], COL_LOAD) == 1.0);
    csv_file_free(&samples);
}

/* More points than the table of series begins with, visited in turn, each found again. */
TEST(test_many_series, IN_FOLDER)
{
    enum { POINTS = 3000, ROUNDS = 3 };
    char n[16], round[16];
    const char *field[COLUMNS];
    default_row(field);
    field[COL_N] = n;
    field[COL_ROUND] = field[COL_SAMPLE] = round;
    CsvFile file = open_samples();
    for (unsigned i = 0; i < ROUNDS * POINTS; i++) {
        snprintf(n, sizeof n, "%u", i % POINTS + 1);
        snprintf(round, sizeof round, "%u", i / POINTS + 1);
        append_row(&file, field);
    }
    csv_file_close(&file);
    Rows samples = read_samples();
    assert_int_equal(samples.count, ROUNDS * POINTS);
    assert_int_equal(samples.series.count, POINTS);
    for (unsigned i = 0; i < ROUNDS * POINTS; i++) {
        assert_int_equal(samples.rows[i].series == samples.series.series[i % POINTS], 1);
        assert_int_equal(samples_point(&samples.rows[i]).n, i % POINTS + 1);
        assert_int_equal(samples.rows[i].round, i / POINTS + 1);
    }
    csv_file_free(&samples);
}
