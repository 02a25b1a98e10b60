/* See table.h. */
#include "experiments/harness/judge/table.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void append(Table *table, char *text)
{
    if (table->cells == table->room) {
        size_t room = table->room == 0 ? 64 : 2 * table->room;
        char **larger = realloc(table->cell, room * sizeof *larger);
        if (larger == NULL) {
            free(text);
            return;
        }
        table->cell = larger;
        table->room = room;
    }
    table->cell[table->cells++] = text;
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

static const char *cell_at(const Table *table, size_t row, size_t column)
{
    size_t at = row * table->columns + column;
    const char *text = at < table->cells && table->cell[at] != NULL ? table->cell[at] : "";
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
    int pad = (int)(width - width_of(text));
    if (right) {
        fprintf(stream, "%*s%s", pad, "", text);
    } else {
        fprintf(stream, "%s%*s", text, last ? 0 : pad, "");
    }
}

void table_end(Table *table, FILE *stream)
{
    size_t rows = table->columns == 0 ? 0 : table->cells / table->columns;
    size_t *width = calloc(table->columns + 1, sizeof *width);
    size_t last = 0;
    for (size_t c = 0; width != NULL && c < table->columns; c++) {
        for (size_t r = 1; r < rows; r++) {
            size_t here = width_of(cell_at(table, r, c));
            width[c] = here > width[c] ? here : width[c];
        }
        if (width[c] > 0) {
            size_t header = width_of(cell_at(table, 0, c));
            width[c] = header > width[c] ? header : width[c];
            last = c;
        }
    }
    for (size_t r = 0; width != NULL && r < rows; r++) {
        for (size_t c = 0; c <= last; c++) {
            if (width[c] > 0) {
                bool right = table->cell[c] != NULL && table->cell[c][0] == '>';
                print_cell(stream, cell_at(table, r, c), width[c], right, c == last);
                fputs(c < last ? "  " : "", stream);
            }
        }
        fputc('\n', stream);
    }
    free(width);
    table_free(table);
}

void table_free(Table *table)
{
    for (size_t i = 0; i < table->cells; i++) {
        free(table->cell[i]);
    }
    free(table->cell);
    *table = (Table){0};
}
