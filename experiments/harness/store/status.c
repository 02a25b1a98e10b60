/* See status.h. */
#include "experiments/harness/store/status.h"

#include <string.h>

const char *status_name(Status status)
{
    static const char *const names[STATUSES] = {"ok", "wrong", "failed", "timeout", "skipped", "reduced"};
    return names[status];
}

bool status_is_right(Status status)
{
    return status == STATUS_OK || status == STATUS_REDUCED;
}

Status status_parse(const char *name)
{
    int status = 0;
    while (status < STATUSES && strcmp(name, status_name((Status)status)) != 0) {
        status++;
    }
    return (Status)status;
}
