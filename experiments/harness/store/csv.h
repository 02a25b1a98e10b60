/* Writing fields of RFC 4180. */
#ifndef SPEEDUP_CSV_H
#define SPEEDUP_CSV_H

#include <stddef.h>
#include <stdio.h>

/* Appends `field` to line[used..room), quoted where needed; line breaks and other control characters
 * become blanks, so that a row is always one line. Returns the new length; a field that does not fit is left
 * empty. */
size_t csv_append(char *line, size_t used, size_t room, const char *field);

/* The same to a stream, of any length. */
void csv_print(FILE *stream, const char *field);

/* A number with nine significant digits; nothing for NAN. */
void csv_print_number(FILE *stream, double value);

#endif
