/* "Did you mean ...?": the nearest of a list of names. */
#pragma once

#include <stddef.h>

#include "common/workload.h"

typedef struct Nearest {
    const char *prefix; /* "--" of options; "" of other names */
    const char *wanted, *best;
    size_t distance; /* edits between the two */
} Nearest;

Nearest nearest_to(const char *wanted);
/* Considers a candidate; the string must outlive the Nearest. */
void nearest_offer(Nearest *nearest, const char *candidate);
/* "; did you mean X?" when a candidate is near enough to be a typo, else ""; valid until the next call. */
const char *nearest_hint(const Nearest *nearest);

/* The workload of that name, or NULL and an error with the nearest name. */
const Workload *nearest_workload(const char *name, Error *error);
