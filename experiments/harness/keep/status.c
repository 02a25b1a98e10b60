/* See status.h. */
#include "experiments/harness/keep/status.h"

#include <string.h>

const char *status_name(Status status)
{
    static const char *const names[STATUSES] = {"ok", "wrong", "failed", "timeout", "skipped"};
    return names[status];
}

Status status_parse(const char *name)
{
    int status = 0;
    while (status < STATUSES && strcmp(name, status_name((Status)status)) != 0) {
        status++;
    }
    return (Status)status;
}
