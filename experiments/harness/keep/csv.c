/* See csv.h. */
#include "experiments/harness/keep/csv.h"

#include <math.h>
#include <string.h>

static char without_break(char c)
{
    return c == '\n' || c == '\r' ? ' ' : c;
}

size_t csv_append(char *line, size_t used, size_t room, const char *field)
{
    if (used + 2 * strlen(field) + 3 > room) {
        return used;
    }
    int quote = field[strcspn(field, ",\"\r\n")] != '\0';
    if (quote) {
        line[used++] = '"';
    }
    for (; *field != '\0'; field++) {
        if (*field == '"') {
            line[used++] = '"';
        }
        line[used++] = without_break(*field);
    }
    if (quote) {
        line[used++] = '"';
    }
    return used;
}

void csv_print(FILE *stream, const char *field)
{
    char text[8192];
    size_t length = csv_append(text, 0, sizeof text, field);
    fwrite(text, 1, length, stream);
}

void csv_print_number(FILE *stream, double value)
{
    if (!isnan(value)) {
        fprintf(stream, "%.9g", value);
    }
}
