/* What a command says beside its data, on stderr, a line each; and how it begins. */
#ifndef SPEEDUP_DIAGNOSTICS_H
#define SPEEDUP_DIAGNOSTICS_H

#include <stdbool.h>

#include "experiments/harness/cli/arguments.h"

/* Reads the words of a command. GO_ON, or its exit code: its help was printed, or its words were refused. */
enum { GO_ON = -1 };
int command_begin(const Usage *usage, int argc, char **argv, void *into, Words *words);

/* Prints a line on stderr, printf style. It stays one line whatever the names in it hold. */
void log_info(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints "speedup: <message>" on stderr and returns `code`. */
int log_error(const Error *error, int code);

/* Prints a notice on stderr, where there is one. */
void log_notice(const Error *notice);

/* Has the reader of stdout gone, as `head` does? Then what cannot be written is not missed. */
bool stdout_closed(void);

#endif
