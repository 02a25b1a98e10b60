/* See csv.h. */
#include "experiments/harness/store/csv.h"

#include <math.h>
#include <string.h>

#include "common/text/text.h"

static char without_control(char c)
{
    return text_is_control(c) ? ' ' : c;
}

static bool needs_quotes(const char *field)
{
    return field[strcspn(field, ",\"\r\n")] != '\0';
}

size_t csv_append(char *line, size_t used, size_t room, const char *field)
{
    if (used + 2 * strlen(field) + 3 > room) {
        return used;
    }
    bool quote = needs_quotes(field);
    if (quote) {
        line[used++] = '"';
    }
    for (; *field != '\0'; field++) {
        if (*field == '"') {
            line[used++] = '"';
        }
        line[used++] = without_control(*field);
    }
    if (quote) {
        line[used++] = '"';
    }
    return used;
}

void csv_print(FILE *stream, const char *field)
{
    bool quote = needs_quotes(field);
    if (!quote && !text_has_control(field)) {
        fputs(field, stream);
        return;
    }
    fputs(quote ? "\"" : "", stream);
    for (; *field != '\0'; field++) {
        fputs(*field == '"' ? "\"" : "", stream);
        fputc(without_control(*field), stream);
    }
    fputs(quote ? "\"" : "", stream);
}

void csv_print_number(FILE *stream, double value)
{
    if (!isnan(value)) {
        fprintf(stream, "%.9g", value);
    }
}
