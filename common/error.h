/* One message that travels with a failure.
 *
 * A function that can fail returns 0 or -1 and, on failure, leaves in its
 * Error a message that names the thing and the remedy. Nobody prints on the
 * way; only main decides what to say and how to exit. */
#ifndef SPEEDUP_ERROR_H
#define SPEEDUP_ERROR_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Error {
    char text[1000];
    bool no_room; /* nothing is wrong but that memory was short, or GPUs: it may fit elsewhere or later */
} Error;

/* Sets the message, printf style, and returns -1, so that a caller writes
 * `return error_set(error, "...")`. A NULL error is allowed: only the -1 counts.
 * The message is one line whatever the values hold: control characters become '?'. */
int error_set(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Marks the message just set as one of memory or GPUs that were short, and returns -1. */
int error_no_room(Error *error);

#ifdef __cplusplus
}
#endif

#endif
