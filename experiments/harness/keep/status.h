/* What became of a sample or a point, as the column `status` says it. */
#ifndef SPEEDUP_STATUS_H
#define SPEEDUP_STATUS_H

typedef enum Status {
    STATUS_OK,
    STATUS_WRONG,
    STATUS_FAILED,
    STATUS_TIMEOUT,
    STATUS_SKIPPED,
    STATUSES
} Status;

const char *status_name(Status status);

/* The status of that name; STATUSES when there is none. */
Status status_parse(const char *name);

#endif
