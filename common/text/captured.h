/* The number that a regular expression finds in a program's output: a time, or a rate. */
#pragma once

#include <regex.h>
#include <stdbool.h>

#include "common/error.h"

/* Compiles a POSIX extended regular expression. Free with regfree. 0, or -1 and an error. */
int captured_compile(regex_t *pattern, const char *text, Error *error);

/* The unit of the numbers. A second group of the pattern that names another one takes precedence. */
typedef struct CapturedUnit {
    const char *name; /* "ms", "GFLOP/s"; "" if only the second group names it */
    bool is_rate;
} CapturedUnit;

/* What a pattern has found so far: times in seconds, or rates in the unit. */
typedef struct Captured {
    size_t count;
    double last, sum;
    double last_step, sum_steps; /* a unit of the last printed digit */
} Captured;

/* Adds the matches in a line: the first group of the pattern, or the whole match of a pattern without groups.
 * An exponent may be Fortran's D. 0, or -1 and an error if that is not a number, a part of a longer one
 * (".*([0-9]+)" captures the 5 of 12.5), of one with separators (1,234.5), of a time in several units
 * (1m2.5s), or in another unit by what follows it. */
int captured_add(const regex_t *pattern, const char *line, const CapturedUnit *unit, Captured *captured,
                 Error *error);
