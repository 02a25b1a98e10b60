/* Predicts the time of a sample from smaller sizes of the same code. */
#pragma once

#include "experiments/harness/runner/row.h"
#include "experiments/harness/runner/sweep_state.h"
#include "experiments/harness/store/groups.h"

/* The shortest kernel time from which another size can be predicted: a shorter one is mostly calls, wake-ups,
 * launches or messages, which do not grow with the work. Seconds. */
double predict_min_informative_s(const PlanPoint *planned, const Point *from);

/* Predicts the time of a sample of the planned point from that of another size: the kernel grows with the
 * work, the rest with the bytes. No prediction when the time is not informative. */
Prediction predict_from(TimedSample time, const PlanPoint *planned, const Point *from);

/* The fastest times in a file by this build, by code and size. */
typedef struct EarlierTime {
    uint64_t code; /* hash of the code's settings */
    Point at;
    TimedSample time;
} EarlierTime;

typedef struct EarlierTimes {
    EarlierTime *times;
    size_t count;
} EarlierTimes;

int predict_begin(EarlierTimes *times, const Groups *groups, Error *error);
void predict_end(EarlierTimes *times);

/* Stores the prediction from the largest smaller size in a new point's state. `row` is its identity. */
void predict_from_file(PointState *state, const PlanPoint *planned, const RowText *row,
                       const EarlierTimes *times);

/* Predicts the time of a sample of sweep->planned from the largest smaller size of the same variant and
 * settings, in this sweep, else in the file. */
Prediction predict(const Sweep *sweep);
