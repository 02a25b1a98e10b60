/* See table.h. */
#include "gpu/table.h"

#include <ctype.h>
#include <string.h>

enum { MOST_COLUMNS = 32 };

static size_t cell_length(const char *cell)
{
    return strcspn(cell, ",\n");
}

/* Numbers stand to the right, so that their digits line up. */
static bool is_number(const char *cell, size_t length)
{
    return length > 0 && isdigit((unsigned char)cell[0]) && strspn(cell, "0123456789.") == length;
}

static void print_cell(FILE *stream, const char *cell, size_t length, size_t width, bool last)
{
    int blanks = (int)(width - length);
    if (is_number(cell, length)) {
        fprintf(stream, "%*s%.*s", blanks, "", (int)length, cell);
    } else {
        fprintf(stream, "%.*s%*s", (int)length, cell, last ? 0 : blanks, "");
    }
    fputs(last ? "\n" : "  ", stream);
}

void gpu_table_print(FILE *stream, const char *text, bool csv)
{
    if (csv) {
        fputs(text, stream);
        return;
    }
    size_t widths[MOST_COLUMNS] = {0}, column = 0;
    for (const char *cell = text; *cell != '\0'; cell += cell_length(cell) + 1) {
        size_t length = cell_length(cell);
        if (length > widths[column]) {
            widths[column] = length;
        }
        column = cell[length] == '\n' || column + 1 == MOST_COLUMNS ? 0 : column + 1;
    }
    column = 0;
    for (const char *cell = text; *cell != '\0'; cell += cell_length(cell) + 1) {
        size_t length = cell_length(cell);
        bool last = cell[length] == '\n';
        print_cell(stream, cell, length, widths[column], last);
        column = last || column + 1 == MOST_COLUMNS ? 0 : column + 1;
    }
}
