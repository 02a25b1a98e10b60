/* See status.h. */
#include "experiments/harness/store/status.h"

#include <string.h>

#include "common/text/text.h"

static const char *const statuses[STATUSES] = {"ok", "wrong", "failed", "timeout", "skipped", "reduced"};

const char *status_name(Status status)
{
    return statuses[status];
}

bool status_is_right(Status status)
{
    return status == STATUS_OK || status == STATUS_REDUCED;
}

Status status_parse(const char *name)
{
    return (Status)text_find(name, strlen(name), statuses, STATUSES);
}

/* ---- flags ---- */

/* In the order of the bits. */
static const char *const names[] = {
    "fits-cache",    "oversubscribed", "throttled",    "launch-gaps", "unfinished",    "few-rounds",
    "wide-interval", "rounds-differ",  "bimodal",      "short",       "above-ceiling", "unoptimized-baseline",
    "input-changed", "noisy",          "idle-threads", "grows",       "other-run",     "coarse-time",
};
enum { NAMES = sizeof names / sizeof names[0] };
_Static_assert(1u << (NAMES - 1) == FLAG_COARSE_TIME, "every flag has a name");

void flags_names(unsigned flags, char *text, size_t size)
{
    text[0] = '\0';
    for (unsigned i = 0; i < NAMES; i++) {
        if ((flags & 1u << i) != 0) {
            text_append(text, size, ";", "%s", names[i]);
        }
    }
}

int flags_parse(const char *text, unsigned *flags)
{
    size_t length = 0;
    for (const char *name; (name = list_next(&text, &length)) != NULL;) {
        const size_t i = text_find(name, length, names, NAMES);
        if (i == NAMES) {
            return -1;
        }
        *flags |= 1u << i;
    }
    return 0;
}
