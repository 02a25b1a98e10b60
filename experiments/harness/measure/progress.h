/* What a person sees while a sweep runs, on stderr.
 *
 * On a terminal a bar with points done, what runs now and the time left; in a pipe nothing of
 * it. A line a finished point in both, unless --quiet. */
#ifndef SPEEDUP_PROGRESS_H
#define SPEEDUP_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "experiments/harness/keep/status.h"

typedef struct Progress {
    bool lines, bar, color;
    size_t points, points_done;
    size_t visits, visits_done; /* a visit is one round of one point */
    double started_s, drawn_s;
    char now[160];
} Progress;

/* Colour is "auto", "always" or "never". The counts are the caller's to set. */
void progress_begin(Progress *progress, bool quiet, const char *color);

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
