/* See sheet.h. */
#include "experiments/harness/keep/sheet.h"

#include <math.h>
#include <string.h>

#include "common/text.h"
#include "experiments/harness/keep/csv.h"

void sheet_begin(Sheet *sheet, const char *header)
{
    sheet->header = sheet->next = header;
    sheet->rows = 0;
    if (sheet->json) {
        fputc('[', sheet->stream);
    } else {
        fprintf(sheet->stream, "%s\n", header);
    }
}

void sheet_end(Sheet *sheet)
{
    if (sheet->json) {
        fputs(sheet->rows > 0 ? "\n]\n" : "]\n", sheet->stream);
    }
}

void sheet_end_row(Sheet *sheet)
{
    fputs(sheet->json ? "}" : "\n", sheet->stream);
    sheet->next = sheet->header;
    sheet->rows++;
}

/* What stands before a cell's value. */
static void begin_cell(Sheet *sheet)
{
    const bool first = sheet->next == sheet->header;
    const size_t length = strcspn(sheet->next, ",");
    if (sheet->json) {
        fputs(!first ? ", " : sheet->rows > 0 ? ",\n  {" : "\n  {", sheet->stream);
        fprintf(sheet->stream, "\"%.*s\": ", (int)length, sheet->next);
    } else if (!first) {
        fputc(',', sheet->stream);
    }
    sheet->next += length + (sheet->next[length] == ',');
}

void sheet_text(Sheet *sheet, const char *text)
{
    begin_cell(sheet);
    if (!sheet->json) {
        csv_print(sheet->stream, text);
    } else if (text[0] == '\0') {
        fputs("null", sheet->stream);
    } else {
        json_print(sheet->stream, text);
    }
}

static bool is_whole(Column column)
{
    return column == COL_SCHEMA || column == COL_N || column == COL_THREADS || column == COL_BLOCK ||
           column == COL_TILE || column == COL_DEVICES || column == COL_RANKS || column == COL_EDGES ||
           column == COL_MATRICES || column == COL_ITERATIONS || column == COL_SEED;
}

void sheet_field(Sheet *sheet, const Row *row, Column column)
{
    const char *text = row_field(row, column);
    const size_t digits = strspn(text, "0123456789");
    if (sheet->json && is_whole(column) && digits > 0 && text[digits] == '\0' &&
        (text[0] != '0' || digits == 1)) {
        begin_cell(sheet);
        fputs(text, sheet->stream);
    } else {
        sheet_text(sheet, text);
    }
}

void sheet_count(Sheet *sheet, size_t count)
{
    begin_cell(sheet);
    fprintf(sheet->stream, "%zu", count);
}

void sheet_number(Sheet *sheet, double value)
{
    begin_cell(sheet);
    if (sheet->json && !isfinite(value)) {
        fputs("null", sheet->stream);
    } else {
        csv_print_number(sheet->stream, value);
    }
}

void sheet_interval(Sheet *sheet, double value, double low, double high)
{
    sheet_number(sheet, value);
    sheet_number(sheet, low);
    sheet_number(sheet, high);
}

void sheet_nothing(Sheet *sheet, size_t cells)
{
    for (size_t i = 0; i < cells; i++) {
        sheet_text(sheet, "");
    }
}
