/* The result of a sample or a point, as in the column `status`. */
#pragma once

#include <stdbool.h>

typedef enum Status {
    STATUS_OK,
    STATUS_WRONG,
    STATUS_FAILED,
    STATUS_TIMEOUT,
    STATUS_SKIPPED,
    STATUS_REDUCED, /* right, but less precise than the element type */
    STATUSES
} Status;

const char *status_name(Status status);

/* Is the result right: ok or reduced? */
bool status_is_right(Status status);

/* STATUSES if there is none of that name. */
Status status_parse(const char *name);
