/* Rows of named cells, as CSV or as a JSON array with an object a row. Cells are given in the order of the
 * header's names; what is not known is an empty cell, or null. */
#ifndef SPEEDUP_CSV_WRITER_H
#define SPEEDUP_CSV_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "experiments/harness/store/csv_file.h"

typedef struct CsvWriter {
    FILE *stream;
    bool json;
    const char *header, *next; /* names with commas between them; where the next cell's begins */
    size_t rows;
} CsvWriter;

/* Begins a table; csv_writer_end ends it. The header must outlive the writer. */
void csv_writer_begin(CsvWriter *writer, const char *header);
void csv_writer_end(CsvWriter *writer);
void csv_writer_end_row(CsvWriter *writer);

/* One cell each. */
void csv_writer_text(CsvWriter *writer, const char *text);
void csv_writer_field(CsvWriter *writer, const Row *row,
                      Column column); /* as a file has it; whole numbers are numbers */
void csv_writer_count(CsvWriter *writer, size_t count);
void csv_writer_number(CsvWriter *writer, double value); /* NAN: not known */

/* Three: a value and its interval. */
void csv_writer_interval(CsvWriter *writer, double value, double low, double high);

/* So many cells of which nothing is known. */
void csv_writer_nothing(CsvWriter *writer, size_t cells);

#endif
