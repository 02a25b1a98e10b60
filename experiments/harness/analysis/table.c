/* See table.h. */
#include "experiments/harness/analysis/table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common/system/array.h"
#include "experiments/harness/store/csv_writer.h"

static void append(Table *table, char *text)
{
    if (text == NULL || array_append(&table->cell, &table->cells, &text, sizeof text) != 0) {
        table->no_memory = true;
        free(text);
    }
}

void table_begin(Table *table, const char *const *headers, size_t columns)
{
    *table = (Table){.columns = columns};
    for (size_t i = 0; i < columns; i++) {
        append(table, strdup(headers[i]));
    }
}

void table_cell(Table *table, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    append(table, strdup(text));
}

void table_texts(Table *table, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        table_cell(table, "%s", texts[i]);
    }
}

static const char *cell_at(const Table *table, size_t row, size_t column)
{
    size_t at = row * table->columns + column;
    const char *text = at < table->cells ? table->cell[at] : "";
    return row == 0 && text[0] == '>' ? text + 1 : text;
}

/* Characters, not bytes: continuation bytes of UTF-8 and colours (ESC to m) take no place. */
static size_t width_of(const char *text)
{
    size_t width = 0;
    for (; *text != '\0'; text++) {
        if (*text == '\033') {
            text += strcspn(text, "m") - (strchr(text, 'm') == NULL);
        } else {
            width += ((unsigned char)*text & 0xc0) != 0x80;
        }
    }
    return width;
}

static void print_cell(FILE *stream, const char *text, size_t width, bool right, bool last)
{
    const int pad = (int)(width - width_of(text));
    fprintf(stream, "%*s%s%*s", right ? pad : 0, "", text, right || last ? 0 : pad, "");
}

enum { GAP = 2 }; /* between columns */

static size_t rows_of(const Table *table)
{
    return table->columns == 0 ? 0 : table->cells / table->columns;
}

/* Of a column with its header; 0 where it is empty in every row. */
static size_t column_width(const Table *table, size_t column)
{
    size_t width = 0;
    for (size_t r = 1; r < rows_of(table); r++) {
        const size_t here = width_of(cell_at(table, r, column));
        width = here > width ? here : width;
    }
    const size_t header = width_of(cell_at(table, 0, column));
    return width > 0 && header > width ? header : width;
}

/* ---- fitting ---- */

/* The last column is cut to no fewer characters. */
enum { LEAST_CUT = 12 };

static bool has(uint64_t columns, size_t column)
{
    return column < 64 && (columns >> column & 1) != 0;
}

/* Of a line of the columns in `shown`, where the table's last one has `last_most` characters at most. */
static size_t line_width(const Table *table, uint64_t shown, size_t last_most)
{
    size_t width = 0;
    for (size_t c = 0; c < table->columns; c++) {
        size_t here = has(shown, c) ? column_width(table, c) : 0;
        here = c + 1 == table->columns && here > last_most ? last_most : here;
        width += here > 0 ? here + (width > 0 ? GAP : 0) : 0;
    }
    return width;
}

/* The columns in which all rows have the same text. */
static uint64_t uniform_columns(const Table *table, uint64_t among)
{
    uint64_t uniform = 0;
    for (size_t c = 0; c < table->columns; c++) {
        bool same = has(among, c) && cell_at(table, 1, c)[0] != '\0';
        for (size_t r = 2; r < rows_of(table); r++) {
            same = same && strcmp(cell_at(table, r, c), cell_at(table, 1, c)) == 0;
        }
        uniform |= same ? (uint64_t)1 << c : 0;
    }
    return uniform;
}

/* A line of the columns' names, with the text that all rows have or without; nothing where none has any text.
 */
static void print_names(const Table *table, FILE *stream, const char *begin, uint64_t columns, bool texts)
{
    const char *between = begin;
    for (size_t c = 0; c < table->columns; c++) {
        if (has(columns, c) && column_width(table, c) > 0) {
            fprintf(stream, "%s%s%s%s", between, cell_at(table, 0, c), texts ? " " : "",
                    texts ? cell_at(table, 1, c) : "");
            between = ", ";
        }
    }
    fputs(between != begin ? "\n" : "", stream);
}

/* A longer text is cut to `width` characters, of which the last is an ellipsis. */
static void cut(char **text, size_t width)
{
    int kept = 0;
    char *shorter;
    if (width_of(*text) <= width) {
        return;
    }
    for (size_t characters = 1; characters < width; characters++) {
        do { /* behind the continuation bytes of UTF-8 */
            kept++;
        } while (((unsigned char)(*text)[kept] & 0xc0) == 0x80);
    }
    if (asprintf(&shorter, "%.*s…", kept, *text) >= 0) {
        free(*text);
        *text = shorter;
    }
}

/* Empties the columns that are not shown, and cuts the last one to what the others leave. */
static void keep_columns(Table *table, uint64_t shown, size_t width)
{
    const size_t last = table->columns - 1, others = line_width(table, shown, 0);
    const size_t left = width > others + GAP + LEAST_CUT ? width - others - GAP : LEAST_CUT;
    for (size_t i = table->columns; i < table->cells; i++) {
        char **text = &table->cell[i];
        if (!has(shown, i % table->columns)) {
            (*text)[0] = '\0';
        } else if (i % table->columns == last) {
            cut(text, left);
        }
    }
}

void table_fit(Table *table, FILE *stream, size_t width, uint64_t once, const uint64_t *drop, size_t drops)
{
    uint64_t shown = ~(uint64_t)0;
    if (line_width(table, shown, SIZE_MAX) <= width) {
        return;
    }
    uint64_t dropped = 0;
    once = uniform_columns(table, once);
    shown &= ~once;
    for (size_t i = 0; i < drops && line_width(table, shown, LEAST_CUT) > width; i++) {
        dropped |= drop[i];
        shown &= ~drop[i];
    }
    print_names(table, stream, "", once & ~dropped, true);
    print_names(table, stream, "not shown: ", dropped, false);
    keep_columns(table, shown, width);
}

/* ---- printing ---- */

/* Frees the table. 0, or -1 and an error if it lacked memory. */
static int table_free(Table *table, Error *error)
{
    const bool no_memory = table->no_memory;
    for (size_t i = 0; i < table->cells; i++) {
        free(table->cell[i]);
    }
    free(table->cell);
    *table = (Table){0};
    return no_memory ? error_set(error, "no memory for the table; close other programs or raise the limit")
                     : 0;
}

int table_end(Table *table, FILE *stream, Error *error)
{
    size_t *width = calloc(table->columns + 1, sizeof *width);
    size_t last = 0;
    table->no_memory = table->no_memory || width == NULL;
    const size_t rows = table->no_memory ? 0 : rows_of(table);
    for (size_t c = 0; rows > 0 && c < table->columns; c++) {
        width[c] = column_width(table, c);
        last = width[c] > 0 ? c : last;
    }
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c <= last; c++) {
            if (width[c] > 0) {
                bool right = table->cell[c][0] == '>';
                print_cell(stream, cell_at(table, r, c), width[c], right, c == last);
                fprintf(stream, "%*s", c < last ? GAP : 0, "");
            }
        }
        fputc('\n', stream);
    }
    free(width);
    return table_free(table, error);
}

int table_end_csv(Table *table, FILE *stream, Error *error)
{
    for (size_t i = 0; !table->no_memory && i < table->cells; i++) {
        const size_t column = i % table->columns;
        csv_print(stream, cell_at(table, i / table->columns, column));
        fputc(column + 1 < table->columns ? ',' : '\n', stream);
    }
    return table_free(table, error);
}
