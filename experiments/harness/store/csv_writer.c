/* See csv_writer.h. */
#include "experiments/harness/store/csv_writer.h"

#include <math.h>
#include <string.h>

#include "common/text/text.h"

/* "--sandbox: the reason" begins with an option: without operators and calls it computes nothing. */
static bool is_option(const char *field)
{
    return strncmp(field, "--", 2) == 0 && field[2] >= 'a' && field[2] <= 'z' &&
           strpbrk(field, "(|!=+*") == NULL;
}

bool csv_is_formula(const char *field)
{
    const char first = field[strspn(field, "'")];
    return first != '\0' && strchr("=+-@\t\r", first) != NULL && !is_option(field);
}

void csv_print(FILE *stream, const char *field)
{
    const bool quote = field[strcspn(field, ",\"\r\n")] != '\0';
    fputs(quote ? "\"" : "", stream);
    fputs(csv_is_formula(field) ? "'" : "", stream);
    for (; *field != '\0'; field++) {
        fputs(*field == '"' ? "\"" : "", stream);
        fputc(text_is_control(*field) ? ' ' : *field, stream);
    }
    fputs(quote ? "\"" : "", stream);
}

void csv_print_number(FILE *stream, double value)
{
    if (!isnan(value)) {
        fprintf(stream, "%.9g", value);
    }
}

void csv_writer_begin(CsvWriter *writer, const char *header)
{
    writer->header = writer->next = header;
    writer->rows = 0;
    if (writer->json) {
        fputc('[', writer->stream);
    } else {
        fprintf(writer->stream, "%s\n", header);
    }
}

void csv_writer_begin_columns(CsvWriter *writer, const char *first, const Column *columns, size_t count,
                              const char *last)
{
    snprintf(writer->names, sizeof writer->names, "%s", first);
    for (size_t i = 0; i < count; i++) {
        text_append(writer->names, sizeof writer->names, ",", "%s", column_names[columns[i]]);
    }
    text_append(writer->names, sizeof writer->names, ",", "%s", last);
    csv_writer_begin(writer, writer->names);
}

void csv_writer_end(CsvWriter *writer)
{
    if (writer->json) {
        fputs(writer->rows > 0 ? "\n]\n" : "]\n", writer->stream);
    }
}

void csv_writer_end_row(CsvWriter *writer)
{
    fputs(writer->json ? "}" : "\n", writer->stream);
    writer->next = writer->header;
    writer->rows++;
}

/* Writes the separator and, in JSON, the name of the next cell. */
static void begin_cell(CsvWriter *writer)
{
    const bool first = writer->next == writer->header;
    const size_t length = strcspn(writer->next, ",");
    if (writer->json) {
        fputs(!first ? ", " : writer->rows > 0 ? ",\n  {" : "\n  {", writer->stream);
        fprintf(writer->stream, "\"%.*s\": ", (int)length, writer->next);
    } else if (!first) {
        fputc(',', writer->stream);
    }
    writer->next += length + (writer->next[length] == ',');
}

void csv_writer_text(CsvWriter *writer, const char *text)
{
    begin_cell(writer);
    if (!writer->json) {
        csv_print(writer->stream, text);
    } else if (text[0] == '\0') {
        fputs("null", writer->stream);
    } else {
        json_print(writer->stream, text);
    }
}

void csv_writer_field(CsvWriter *writer, const Row *row, Column column)
{
    const char *text = row_field(row, column);
    const size_t digits = strspn(text, "0123456789");
    if (writer->json && column_is_whole(column) && digits > 0 && text[digits] == '\0' &&
        (text[0] != '0' || digits == 1)) {
        begin_cell(writer);
        fputs(text, writer->stream);
    } else {
        csv_writer_text(writer, text);
    }
}

void csv_writer_count(CsvWriter *writer, size_t count)
{
    begin_cell(writer);
    fprintf(writer->stream, "%zu", count);
}

void csv_writer_number(CsvWriter *writer, double value)
{
    begin_cell(writer);
    if (writer->json && !isfinite(value)) {
        fputs("null", writer->stream);
    } else {
        csv_print_number(writer->stream, value);
    }
}

void csv_writer_interval(CsvWriter *writer, double value, double low, double high)
{
    csv_writer_number(writer, value);
    csv_writer_number(writer, low);
    csv_writer_number(writer, high);
}

void csv_writer_ratio(CsvWriter *writer, Ratio ratio)
{
    csv_writer_interval(writer, ratio.value, ratio.low, ratio.high);
}

void csv_writer_nothing(CsvWriter *writer, size_t cells)
{
    for (size_t i = 0; i < cells; i++) {
        csv_writer_text(writer, "");
    }
}
