/* Diagnostics on stderr, one line each. */
#pragma once

#include "common/error.h"

/* Prints a line on stderr, printf style; control characters become '?'. */
void log_info(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints "speedup: <message>" on stderr and returns `code`. */
int log_error(const Error *error, int code);

/* Prints a notice on stderr, unless it is empty. */
void log_notice(const Error *notice);
