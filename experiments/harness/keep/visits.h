/* What a visit's rows say: a fresh process at a point, in one round, is one observation, whatever its
 * samples.
 *
 * A row counts when its result was right. Where the rows tell which samples were disturbed (column
 * `disturbed`, 0 or 1), calm ones are preferred: what a neighbour does to the machine is no property of the
 * code. Nobody looks at the times to choose. */
#ifndef SPEEDUP_VISITS_H
#define SPEEDUP_VISITS_H

#include "experiments/harness/keep/samples.h"

typedef enum Calm { CALM_UNKNOWN, CALM, NOT_CALM } Calm;

typedef struct Visit {
    size_t samples;  /* rows that count */
    double min_s;    /* fastest kernel time, of the calm samples where there is one; NAN without samples */
    double median_s; /* of the calm samples where they are at least half, else of all */
    Calm calm;       /* are at least half of them? */
} Visit;

/* Is the row a sample with a right result? */
bool visits_row_counts(const Row *row);

/* The visit of round `round` among rows of one point; round 0: all of them. Without memory as without
 * samples. */
Visit visits_one(const Row *const *rows, size_t count, unsigned round);

/* The medians of a point's rounds, in their order, into median[count]. Returns how many rounds there are. */
size_t visits_medians(const Row *const *rows, size_t count, double *median);

#endif
