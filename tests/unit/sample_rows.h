/* A samples file in a folder of its own, for the tests that write and read rows. Include after cmocka.h. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "experiments/harness/store/samples.h"

static char folder[] = "/tmp/speedup-test-XXXXXX";
static char path[64];

static inline int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    snprintf(path, sizeof path, "%s/samples.csv", folder);
    return 0;
}

static inline int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static inline int remove_file(void **state)
{
    (void)state;
    unlink(path);
    return 0;
}

/* A plausible row; single fields are changed by the tests. */
static inline void default_row(const char *field[COLUMNS])
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
    field[COL_KERNEL_S] = field[COL_TOTAL_S] = "0.001";
    field[COL_STATUS] = "ok";
    field[COL_BUILD] = "b";
}

static inline void write_rows(size_t count)
{
    CsvFile file;
    Error error;
    const char *field[COLUMNS];
    default_row(field);
    assert_int_equal(samples_open(path, &file, NULL, &error), 0);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(csv_file_append(&file, field, 0, &error), 0);
    }
    csv_file_close(&file);
}

/* Reads the file into `text` of `room` bytes and returns how many there were. */
static inline size_t read_file(char *text, size_t room)
{
    FILE *file = fopen(path, "r");
    size_t size = fread(text, 1, room, file);
    fclose(file);
    return size;
}

/* Makes the file anew of the first `size` bytes of `text`, and returns how many lines they end. */
static inline size_t write_file(const char *text, size_t size)
{
    size_t lines = 0;
    FILE *file = fopen(path, "w");
    fwrite(text, 1, size, file);
    fclose(file);
    for (size_t i = 0; i < size; i++) {
        lines += text[i] == '\n';
    }
    return lines;
}

/* Cuts lines behind the first `columns` columns, as earlier versions wrote them: without a check. No field of
 * default_row is quoted. */
static inline void uncheck(const char *file, size_t columns)
{
    char command[400];
    snprintf(command, sizeof command, "cut -d, -f1-%zu %s >%s.cut && mv %s.cut %s", columns, file, file, file,
             file);
    assert_int_equal(system(command), 0);
}
