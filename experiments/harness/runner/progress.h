/* What a person sees while a sweep runs, on stderr.
 *
 * On a terminal a bar with the round and its points, what runs now and the time left; in a pipe nothing of
 * it. A line a finished point in both, unless --quiet. */
#ifndef SPEEDUP_PROGRESS_H
#define SPEEDUP_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "experiments/harness/store/status.h"

typedef struct Progress {
    bool lines, bar, color;
    size_t visits, visits_done; /* a visit is one round of one point */
    size_t round, rounds;       /* from 1, and how many there may be; only several are shown */
    size_t points;              /* of this round */
    size_t visits_before;       /* that were done before it */
    double started_s, drawn_s;
    char now[160];
} Progress;

/* Colour is "auto", "always" or "never". The visits are the caller's to set. */
void progress_begin(Progress *progress, bool quiet, const char *color);

/* A round over `points` begins. */
void progress_round(Progress *progress, size_t round, size_t rounds, size_t points);

/* What runs now; redraws the bar at most ten times a second. */
void progress_now(Progress *progress, const char *what);
void progress_draw(Progress *progress);

/* A visit is over; `line` (may be "") goes out above the bar, in the status's colour. */
void progress_done(Progress *progress, Status status, const char *line);

/* Something that a person should know, above the bar. */
void progress_say(Progress *progress, Status status, const char *line);

/* Clears the bar. */
void progress_end(Progress *progress);

#endif
