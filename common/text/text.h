/* Texts that people read or name: numbers in words, what a name may hold and how long it may be. */
#ifndef SPEEDUP_TEXT_H
#define SPEEDUP_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    TEXT_MOST = 1023,      /* bytes of a name that stands in a row and goes to a worker */
    TEXT_MOST_PATH = 4095, /* of a file that is written */
};

/* A line break, tab, escape, delete ...: a terminal obeys it, and a row or a message must not hold it. The 0
 * at a text's end is none. */
bool text_is_control(char c);

/* Is any of the text's characters one? */
bool text_has_control(const char *text);

/* A text as a JSON string, in quotes. */
void json_print(FILE *stream, const char *text);

/* What a terminal turns into colour. */
#define COLOR_RED "\033[31m"
#define COLOR_GREEN "\033[32m"
#define COLOR_YELLOW "\033[33m"
#define COLOR_END "\033[0m"

/* Between the names of a list "a;b". */
#define LIST_SEPARATOR ';'

/* The next name of a list, which may be empty, and its length; *rest moves behind it. NULL at the end, and of
 * a NULL list. */
const char *list_next(const char **rest, size_t *length);

/* "12.3 ms": three significant digits with a unit from ns to s; "" for NAN. */
void format_time(double time_s, char *text, size_t size);

/* "12 s", "4 min 05 s", "2 h 30 min", "120 days", "3.20 years"; of no less than 0 s. */
void format_duration(double time_s, char *text, size_t size);

/* "12.3", "1230", "0.00412": three significant digits, without an exponent from 1e-6 to 1e15; "" for NAN. */
void format_number(double value, char *text, size_t size);

/* The same with the digits that the relative half-width of its interval leaves a meaning: three below 5 %,
 * two below 50 %, else one; two where there is no interval (NAN). 1234 +- 20 % is "1200". */
void format_uncertain(double value, double half_width, char *text, size_t size);

#endif
