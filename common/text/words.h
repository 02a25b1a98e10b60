/* Splits a command line into words, as a shell's quoting rules do, without running a shell. */
#pragma once

#include <stddef.h>

#include "common/error.h"

/* Writes the words of `text` into buffer[strlen(text) + 1] and their addresses into word[most + 1], which
 * ends with NULL. Blanks separate words. '...' is literal; in "..." a backslash quotes " and \; elsewhere it
 * quotes the next character. Nothing else is special, but an unquoted word that only a shell can interpret
 * (|, >file,
 * &&, ;) is rejected: the program would get it as an argument. Returns the number of words, or -1 and an
 * error.
 */
int words_split(const char *text, char *buffer, char **word, size_t most, Error *error);
