/* One error message, returned with a failure.
 *
 * A function that can fail returns 0 or -1. On failure it sets its Error to a message that names the cause,
 * the place and the remedy. Functions do not print; only main decides what to print and the exit code. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "common/c_linkage.h"

C_LINKAGE_BEGIN

typedef struct Error {
    char text[1000];
    bool no_room; /* the only cause is lack of memory (shared memory too) or of GPUs: the work may fit
                     elsewhere or later */
} Error;

/* Sets the message, printf style, and returns -1: `return error_set(error, "...")`, or where 1 means wrong
 * `return -error_set(...)`. A NULL error is allowed.
 * The old message may be a part of the new one: `error_set(error, "%s: %s", path, error->text)`. The message
 * is one line: control characters in values become '?'. */
int error_set(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What is said of a hook of a variant that failed without a message. */
#define NO_MESSAGE(hook, error)                                                                              \
    hook "() returned -1 without a message; set one with error_set(" error ", ...)"

/* Marks the current message as caused by lack of memory or of GPUs, and returns -1. */
int error_no_room(Error *error);

C_LINKAGE_END
