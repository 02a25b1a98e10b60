#include "tests/unit/sample_rows.h"

void default_row(const char *field[COLUMNS])
{
    for (int c = 0; c < COLUMNS; c++) {
        field[c] = "";
    }
    field[COL_SCHEMA] = SAMPLES_SCHEMA;
    field[COL_RUN] = "2024-01-01T00:00:00.000Z-1";
    field[COL_WORKLOAD] = "matmul";
    field[COL_TYPE] = "int32";
    field[COL_N] = "64";
    field[COL_VARIANT] = "cpu/naive";
    field[COL_THREADS] = "1";
    field[COL_MATRICES] = field[COL_ITERATIONS] = "1";
    field[COL_SEED] = field[COL_ROUND] = field[COL_SAMPLE] = "1";
    field[COL_KERNEL_S] = "0.00012345678901234567";
    field[COL_TOTAL_S] = "0.001";
    field[COL_STATUS] = "ok";
    field[COL_BUILD] = "b";
}

CsvFile open_samples(void)
{
    CsvFile file;
    assert_ok(csv_file_open(SAMPLES, &samples_format, &file, NULL, &error));
    return file;
}

void append_row(CsvFile *file, const char *const field[COLUMNS])
{
    assert_ok(csv_file_append(file, field, 0, &error));
}

void write_rows(size_t count)
{
    write_fields(NULL, 0, NULL, count);
}

void write_fields(const Column *columns, size_t width, const char *const *values, size_t count)
{
    unlink(SAMPLES);
    CsvFile file = open_samples();
    const char *field[COLUMNS];
    default_row(field);
    for (size_t i = 0; i < count; i++) {
        for (size_t c = 0; c < width; c++) {
            field[columns[c]] = values[i * width + c];
        }
        append_row(&file, field);
    }
    csv_file_close(&file);
}

Rows read_samples(void)
{
    Rows samples;
    assert_ok(csv_file_read(SAMPLES, &samples_format, &samples, &error));
    return samples;
}

size_t write_samples(const char *text, size_t size)
{
    size_t lines = 0;
    put_bytes(SAMPLES, text, size);
    for (size_t i = 0; i < size; i++) {
        lines += text[i] == '\n';
    }
    return lines;
}

void uncheck(size_t columns)
{
    char command[100];
    snprintf(command, sizeof command, "cut -d, -f1-%zu " SAMPLES " >cut && mv cut " SAMPLES, columns);
    assert_int_equal(system(command), 0);
}
