/* Tables on a stream: CSV (RFC 4180), or a JSON array with one object per row. The cells of a row come in the
 * order of the header's names; an unknown value is an empty cell, or null. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "common/statistics/rounds.h"
#include "experiments/harness/store/series.h"

/* A field, quoted if needed; control characters become blanks, so that a row is one line. A text that a
 * spreadsheet would compute gets an apostrophe before it, which readers of the program's files remove. */
void csv_print(FILE *stream, const char *field);

/* Does it begin as a formula, with = + - @ or a tab, also behind apostrophes? So does a negative number,
 * which is none of the texts. */
bool csv_is_formula(const char *field);

/* A number with nine significant digits; nothing for NAN. */
void csv_print_number(FILE *stream, double value);

typedef struct CsvWriter {
    FILE *stream;
    bool json;
    const char *header, *next; /* names separated by commas; the next cell's name */
    size_t rows;
    char names[4096]; /* the header of csv_writer_begin_columns */
} CsvWriter;

/* Begins and ends a table. The header must outlive the writer. */
void csv_writer_begin(CsvWriter *writer, const char *header);
void csv_writer_end(CsvWriter *writer);

/* Begins a table whose header is `first`, the names of these columns, and `last`, separated by commas. */
void csv_writer_begin_columns(CsvWriter *writer, const char *first, const Column *columns, size_t count,
                              const char *last);
void csv_writer_end_row(CsvWriter *writer);

/* One cell each. */
void csv_writer_text(CsvWriter *writer, const char *text);
void csv_writer_field(CsvWriter *writer, const Row *row, Column column); /* whole numbers are JSON numbers */
void csv_writer_count(CsvWriter *writer, size_t count);
void csv_writer_number(CsvWriter *writer, double value); /* NAN: unknown */

/* Three cells: a value and its interval. */
void csv_writer_interval(CsvWriter *writer, double value, double low, double high);

void csv_writer_ratio(CsvWriter *writer, Ratio ratio);

/* `cells` empty cells. */
void csv_writer_nothing(CsvWriter *writer, size_t cells);
