/* What became of a sample or a point, as the column `status` says it. */
#ifndef SPEEDUP_STATUS_H
#define SPEEDUP_STATUS_H

#include <stdbool.h>

typedef enum Status {
    STATUS_OK,
    STATUS_WRONG,
    STATUS_FAILED,
    STATUS_TIMEOUT,
    STATUS_SKIPPED,
    STATUS_REDUCED, /* right, but less precise than its type */
    STATUSES
} Status;

const char *status_name(Status status);

/* Is it a measurement of a right result: ok or reduced? */
bool status_is_right(Status status);

/* The status of that name; STATUSES when there is none. */
Status status_parse(const char *name);

#endif
