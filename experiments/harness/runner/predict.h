/* How long a sample of a point should take, from smaller sizes of the same code. */
#ifndef SPEEDUP_PREDICT_H
#define SPEEDUP_PREDICT_H

#include "experiments/harness/runner/row.h"
#include "experiments/harness/runner/sweep.h"
#include "experiments/harness/store/groups.h"

/* What a sample took: its kernel, and all of it. */
typedef struct Took {
    double kernel_s, total_s;
} Took;

/* The shortest kernel of a point that says how one of the same code and another size grows: of a shorter one
 * much is calls, wake-ups, launches or messages, which do not grow with the work. Seconds. */
double predict_min_informative_s(const PlanPoint *planned, const Point *from);

/* Seconds that a sample of the planned point should take where one of another size took so long: the kernel
 * grows as the work, the rest as the bytes. 0 when it says nothing. */
double predict_scale(Took took, const PlanPoint *planned, const Point *from);

/* The fastest times that a file has of this build, by code and size. */
typedef struct EarlierTime {
    uint64_t code; /* hash of the code's settings */
    Point at;
    Took took;
} EarlierTime;

typedef struct EarlierTimes {
    EarlierTime *times;
    size_t count;
} EarlierTimes;

int predict_begin(EarlierTimes *times, const Groups *groups, Error *error);
void predict_end(EarlierTimes *times);

/* Keeps in a new point's state what the largest smaller size lets expect of it. `row` is its identity. */
void predict_from_file(PointState *state, const PlanPoint *planned, const RowText *row,
                       const EarlierTimes *times);

/* Seconds that a sample of the current point should take, from the largest smaller size of the same
 * variant and settings in this sweep, else in the file; 0 when nothing lets expect any. */
double predict(const Sweep *sweep, size_t *from_n);

#endif
