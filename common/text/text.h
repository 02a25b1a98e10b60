/* Text: formatted numbers, control characters, limits of names, lists. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "common/c_linkage.h"

C_LINKAGE_BEGIN

enum {
    TEXT_MOST = 1023,      /* bytes of a name that is stored in a row and sent to a worker */
    TEXT_MOST_PATH = 4095, /* bytes of the path of an output file */
};

/* True for line breaks, tabs, escape, delete and other control characters: a terminal interprets them. The
 * terminating 0 is none. */
bool text_is_control(char c);

/* Replaces control characters by '?', as they could spoof terminal output, and a line break a further
 * message.
 */
void text_replace_controls(char *text);

/* True if the text contains a control character. */
bool text_has_control(const char *text);

/* Bytes of the byte order mark that editors on Windows write before UTF-8: 3, or 0 without it. */
size_t text_mark(const char *text);

/* True for a name as registries have it: small letters, digits and '_', a letter first. */
bool text_is_name(const char *text);

/* The index of the word of `length` characters among `count` words; `count` if it is another. */
size_t text_find(const char *text, size_t length, const char *const *words, size_t count);

/* Does a part of the text match the POSIX extended regular expression? */
bool text_matches(const char *text, const char *expression);

/* Reads a decimal number of `length` characters, with an exponent of C or of Fortran (1.5D3). False for any
 * other text, inf and nan included. */
bool text_number(const char *text, size_t length, double *value);

/* Replaces every byte that is not part of a valid UTF-8 sequence by '?', and those of a control character
 * above 0x7f. */
void text_make_utf8(char *text);

/* Appends a formatted text, after the separator if there is text already. */
__attribute__((format(printf, 4, 5))) void text_append(char *text, size_t size, const char *separator,
                                                       const char *format, ...);

/* Prints a text as a JSON string, quotes included. */
void json_print(FILE *stream, const char *text);

/* Escape sequences of terminal colors. */
#define COLOR_RED "\033[31m"
#define COLOR_GREEN "\033[32m"
#define COLOR_YELLOW "\033[33m"
#define COLOR_END "\033[0m"

/* Separator of a list: "a;b". */
#define LIST_SEPARATOR ';'

/* Returns the next name of a list, possibly empty, and its length, and advances *rest. NULL at the end and
 * for a NULL list. */
const char *list_next(const char **rest, size_t *length);

/* The value of a name in a list "name=value;name=value", and its length; NULL without that name. */
const char *list_value(const char *list, const char *name, size_t name_length, size_t *length);

/* "12.3 ms": three significant digits, units ns to s; "" for NAN. */
void format_time(double time_s, char *text, size_t size);

/* "12 s", "4 min 05 s", "2 h 30 min", "120 days", "3.20 years"; time_s >= 0. */
void format_duration(double time_s, char *text, size_t size);

/* "12.3", "1230", "0.00412": three significant digits, no exponent from 1e-6 to 1e15; "" for NAN. */
void format_number(double value, char *text, size_t size);

/* The same with as many digits as the relative half-width of the interval supports: three below 5 %, two
 * below 50 %, else one; two without an interval (NAN). 1234 +- 20 % is "1200". */
void format_uncertain(double value, double half_width, char *text, size_t size);

C_LINKAGE_END
