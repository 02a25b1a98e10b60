/* The progress display of a sweep, on stderr.
 *
 * On a terminal a bar with the round and its points, the current point and the time left. Both there and in a
 * pipe a line per finished point, unless --quiet. */
#pragma once

#include "experiments/harness/cli/plan.h"
#include "experiments/harness/store/status.h"

typedef struct Progress {
    bool lines, bar, color;
    size_t batches, batches_done; /* a batch is one point in one round */
    size_t round, rounds;         /* the current one from 1, and the expected number; shown if several */
    size_t points;                /* of this round */
    size_t batches_before;        /* done before this round */
    double started_s, drawn_s;
    char current[160];
} Progress;

/* `color` is "auto", "always" or "never". The caller sets `batches`. */
void progress_begin(Progress *progress, bool quiet, const char *color);

/* Begins a round over `points`. */
void progress_round(Progress *progress, size_t round, size_t rounds, size_t points);

/* Sets the current point. The bar is drawn at most ten times a second. */
void progress_current(Progress *progress, const PlanPoint *planned);
void progress_draw(Progress *progress);

/* Ends a batch and prints `line` (may be "") above the bar, in the status's color. */
void progress_done(Progress *progress, Status status, const char *line);

/* Prints a line above the bar. */
void progress_print(Progress *progress, Status status, const char *line);

/* Clears the bar. */
void progress_end(Progress *progress);
