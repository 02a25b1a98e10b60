/* samples.csv by round trip, and every way in which a file can be damaged. */
#include "common/text/crc32c.h"
#include "experiments/harness/store/csv_repair.h"
#include "experiments/harness/store/samples.h"
#include "tests/unit/sample_rows.h"
#include "tests/unit/unit.h"

TEST(test_round_trip, IN_FOLDER)
{
    static const char *const details[] = {"",   "plain", "a, b",       "he said \"no\"",
                                          "\"", ",",     "two\nlines", " spaced "};
    write_fields(&(Column){COL_DETAIL}, 1, details, COUNT_OF(details));
    Rows samples = read_samples();
    assert_int_equal(samples.count, COUNT_OF(details));
    for (size_t i = 0; i < samples.count; i++) {
        const char *expected = strcmp(details[i], "two\nlines") == 0 ? "two lines" : details[i];
        assert_string_equal(row_field(&samples.rows[i], COL_DETAIL), expected);
        assert_true(samples.rows[i].kernel_s == 0.00012345678901234567);
        assert_true(isnan(samples_number(&samples.rows[i], COL_H2D_S))); /* empty reads as NAN */
        assert_int_equal(samples.rows[i].series->key, samples.rows[0].series->key);
    }
    csv_file_free(&samples);
}

/* Whatever byte a kill cuts the file at, whole rows are read, and the rest is repaired by what opens the
 * file. Reading alone repairs nothing: a last line counts when only its newline is missing, and it is said.
 */
TEST(test_torn_anywhere, IN_FOLDER)
{
    write_rows(3);
    char text[4096];
    const size_t size = get_bytes(SAMPLES, text, sizeof text);
    for (size_t cut = 0; cut <= size; cut++) {
        const size_t lines = write_samples(text, cut);
        const bool ended = cut == 0 || text[cut - 1] == '\n', whole = !ended && text[cut] == '\n';
        Rows samples;
        if (lines > 0) {
            samples = read_samples();
            assert_int_equal(samples.count, lines - 1 + whole);
            assert_int_equal(samples.notice.text[0] == '\0', ended);
            assert_int_equal(strstr(samples.notice.text, "incomplete and ignored") != NULL, !ended && !whole);
            csv_file_free(&samples);
        }
        CsvFile opened;
        Error notice = {.text = ""};
        assert_ok(csv_file_open(SAMPLES, &samples_format, &opened, &notice, &error));
        csv_file_close(&opened);
        samples = read_samples();
        assert_int_equal(samples.count, lines > 0 ? lines - 1 : 0);
        assert_int_equal(notice.text[0] == '\0', ended);
        csv_file_free(&samples);
    }
}

TEST(test_two_writers, IN_FOLDER)
{
    CsvFile first = open_samples(), second;
    assert_refused(csv_file_open(SAMPLES, &samples_format, &second, NULL, &error), "another speedup run");
    csv_file_close(&first);
}

/* Reads a file of one row that has `value` in `column`: what the error says, "" when there is none. */
static const char *judge(Column column, const char *value)
{
    Rows samples;
    error.text[0] = '\0';
    write_fields(&column, 1, &value, 1);
    if (csv_file_read(SAMPLES, &samples_format, &samples, &error) == 0) {
        csv_file_free(&samples);
    }
    return error.text;
}

/* Names that any registry or machine may give, and the longest; tests/bad-inputs.tsv has what none could. */
TEST(test_names, IN_FOLDER)
{
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
                {COL_DETAIL, "a\ttab and an \033[31mescape"}, /* not written */
                {COL_WARMUP_S, "0.005"}};
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        assert_string_equal(judge(good[i].column, good[i].value), "");
    }
    assert_non_null(strstr(judge(COL_SCHEMA, "99"), "csv:2: "));
    char name[160] = "", host[80] = "";
    memset(name, 'a', 129);
    memset(host, 'h', 65);
    assert_non_null(strstr(judge(COL_WORKLOAD, name), "column workload"));
    assert_non_null(strstr(judge(COL_HOST, host), "column host"));
    name[128] = host[64] = '\0';
    assert_string_equal(judge(COL_WORKLOAD, name), "");
    assert_string_equal(judge(COL_HOST, host), "");
}

/* Writes a file of another version with one row: in reverse order, without two columns and with two more. Its
 * lines end in CR LF unless they have checks. */
static size_t write_other_version(bool checked)
{
    const char *field[COLUMNS];
    char header[2048] = "stranger,stranger", row[sizeof header] = "\"x,y\",1";
    default_row(field);
    for (int c = COLUMNS; c-- > 0;) {
        if (c != COL_NOISE && c != COL_SHAPE) {
            snprintf(header + strlen(header), sizeof header - strlen(header), ",%s", column_names[c]);
            snprintf(row + strlen(row), sizeof row - strlen(row), ",%s", field[c]);
        }
    }
    FILE *file = fopen(SAMPLES, "w");
    fprintf(file, checked ? "%s,check\n%s,%08x\n" : "%s\r\n%s\r\n", header, row, crc32c(row, strlen(row)));
    fclose(file);
    return strlen(header);
}

/* Rows are appended as the file's own header says, without a word. A row that the header cannot tell from
 * those of another point is refused. */
TEST(test_other_version, IN_FOLDER)
{
    for (int checked = 0; checked < 2; checked++) {
        const char *field[COLUMNS];
        static char before[4096], after[4096];
        CsvFile file;
        CsvRepair done;
        Error notice = {.text = ""};
        const size_t header = write_other_version(checked);
        get_bytes(SAMPLES, before, sizeof before);
        default_row(field);
        field[COL_SAMPLE] = field[COL_NOISE] = "2";
        assert_ok(csv_file_open(SAMPLES, &samples_format, &file, &notice, &error));
        append_row(&file, field);
        field[COL_SHAPE] = "8x8x9";
        assert_refused(csv_file_append(&file, field, 0, &error), "has no column 'shape'");
        csv_file_close(&file);
        assert_string_equal(notice.text, "");
        assert_ok(csv_file_repair(SAMPLES, &samples_format, &done, &error));
        assert_false(done.changed);
        get_bytes(SAMPLES, after, sizeof after);
        assert_memory_equal(before, after, header);
        Rows samples = read_samples();
        assert_int_equal(samples.count, 2);
        assert_string_equal(row_field(&samples.rows[0], COL_VARIANT), "cpu/naive");
        assert_int_equal(samples_point(&samples.rows[0]).n, 64);
        assert_string_equal(row_field(&samples.rows[1], COL_SAMPLE), "2");
        csv_file_free(&samples);
    }
}
