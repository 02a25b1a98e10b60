/* samples.csv in the folder of a test (IN_FOLDER), for tests that write and read rows. */
#pragma once

#include "experiments/harness/store/samples.h"
#include "tests/unit/folder.h"
#include "tests/unit/unit.h"

#define SAMPLES "samples.csv"

/* A plausible row; single fields are changed by the tests. */
void default_row(const char *field[COLUMNS]);

CsvFile open_samples(void);
void append_row(CsvFile *file, const char *const field[COLUMNS]);

/* The default row, this many times. */
void write_rows(size_t count);

/* A file of `count` default rows with other fields: in each row those of `width` columns. */
void write_fields(const Column *columns, size_t width, const char *const *values, size_t count);

Rows read_samples(void);

/* Writes the first bytes of a text as the file, and returns the number of lines that they end. */
size_t write_samples(const char *text, size_t size);

/* Cuts lines behind the first `columns` columns, as earlier versions wrote them: without a check. No field of
 * default_row is quoted. */
void uncheck(size_t columns);
