/* Skip: points that a variant rejects or that are predicted to take too long get a row without a sample. The
 * time of a sample is predicted from smaller sizes of the same code. */
#pragma once

#include "experiments/harness/runner/dispatch.h"
#include "experiments/harness/runner/row.h"
#include "experiments/harness/store/groups.h"

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

int earlier_times_make(EarlierTimes *times, const Groups *groups, Error *error);

/* Stores the prediction from the largest smaller size in a new point's state. `row` is its identity. */
void earlier_times_predict(const EarlierTimes *times, const PlanPoint *planned, const RowText *row,
                           PointState *state);

/* Must sweep->planned be skipped? Runs it at smaller sizes if it might take too long. 1: *result is the
 * outcome to record; 0: no; -1 and an error. */
int skip_point(Sweep *sweep, WorkerPool *pool, Result *result, Error *error);
