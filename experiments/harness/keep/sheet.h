/* Rows of named cells, as CSV or as a JSON array with an object a row. Cells are given in the order of the
 * header's names; what is not known is an empty cell, or null. */
#ifndef SPEEDUP_SHEET_H
#define SPEEDUP_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "experiments/harness/keep/rows.h"

typedef struct Sheet {
    FILE *stream;
    bool json;
    const char *header, *next; /* names with commas between them; where the next cell's begins */
    size_t rows;
} Sheet;

/* Begins a table; sheet_end ends it. The header must outlive the sheet. */
void sheet_begin(Sheet *sheet, const char *header);
void sheet_end(Sheet *sheet);
void sheet_end_row(Sheet *sheet);

/* One cell each. */
void sheet_text(Sheet *sheet, const char *text);
void sheet_field(Sheet *sheet, const Row *row,
                 Column column); /* as a file has it; whole numbers are numbers */
void sheet_count(Sheet *sheet, size_t count);
void sheet_number(Sheet *sheet, double value); /* NAN: not known */

/* Three: a value and its interval. */
void sheet_interval(Sheet *sheet, double value, double low, double high);

/* So many cells of which nothing is known. */
void sheet_nothing(Sheet *sheet, size_t cells);

#endif
