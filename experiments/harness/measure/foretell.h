/* How long a sample of a point should take, from smaller sizes of the same code. */
#ifndef SPEEDUP_FORETELL_H
#define SPEEDUP_FORETELL_H

#include "experiments/harness/keep/groups.h"
#include "experiments/harness/measure/row.h"
#include "experiments/harness/measure/sweep.h"

/* A shorter sample is mostly calls and wake-ups, which do not grow with the work: it says nothing. */
#define FORETELL_TELLING_S 1e-3
/* Nor does a shorter one of several processes: where these share a core a message waits for its receiver. */
#define FORETELL_TELLING_RANKS_S 0.1

/* A time of one size as that of another; 0 when it says nothing. */
double foretell_scale(double time_s, const Workload *workload, const Point *from, const Point *to);

/* The fastest times that a file has of this build, by code and size. */
typedef struct EarlierTime {
    uint64_t code; /* hash of the code's settings */
    Point at;
    double time_s;
} EarlierTime;

typedef struct EarlierTimes {
    EarlierTime *times;
    size_t count;
} EarlierTimes;

int foretell_begin(EarlierTimes *times, const Groups *groups, Error *error);
void foretell_end(EarlierTimes *times);

/* Keeps in a new point's state what the largest smaller size lets expect of it. `row` is its identity. */
void foretell_from_file(PointState *state, const PlanPoint *planned, const RowText *row,
                        const EarlierTimes *times);

/* Seconds that a sample of the current point should take, from the largest smaller size of the same
 * variant and settings in this sweep, else in the file; 0 when nothing lets expect any. */
double foretell(const Sweep *sweep, size_t *from_n);

#endif
