/* The number that a regular expression finds in a program's output. */
#pragma once

#include <regex.h>

#include "common/error.h"

/* Compiles a POSIX extended regular expression. Free with regfree. 0, or -1 and an error. */
int captured_compile(regex_t *pattern, const char *text, Error *error);

/* Counts the matches in a line. Sets *value to the number of the last: the first group of the pattern, or the
 * whole match of a pattern without groups. -1 and an error if that is not a number, or a part of a longer
 * one:
 * ".*([0-9]+)" captures the 5 of 12.5. */
int captured_number(const regex_t *pattern, const char *line, double *value, Error *error);
