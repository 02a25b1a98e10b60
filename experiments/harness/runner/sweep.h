/* The sweep: takes a plan through its rounds, resuming what is there already. */
#ifndef SPEEDUP_SWEEP_H
#define SPEEDUP_SWEEP_H

#include "experiments/harness/cli/plan.h"
#include "experiments/harness/runner/progress.h"
#include "experiments/harness/runner/protocol.h"
#include "experiments/harness/store/sample_times.h"
#include "experiments/harness/store/samples.h"

/* What is known of one point of the plan. */
typedef struct PointState {
    uint64_t key;
    char run[40];       /* the run that its rows carry */
    SampleTimes times;  /* of its samples so far */
    double spent_s;     /* by them together */
    size_t rounds;      /* how many they are of */
    unsigned round;     /* of the last one: rounds count on over all runs that go on from each other */
    size_t last_number; /* of its samples in the file: numbers go on from here */
    double loop_s;      /* the shortest time of the reference loop beside its samples in this run; 0: none */
    bool done;          /* nothing more to measure */
    Status status;      /* when done */
    bool was_skipped;   /* an earlier run skipped it: measured now if it can be, else nothing new is said */
    unsigned kills;     /* how often its worker was killed in this run */
    char crash[160];    /* how its code crashed in this run; "" when it did not */
    size_t earlier_n;   /* a smaller size of which a time of the same code is known, 0 for none ... */
    double predicted_s; /* ... and the seconds a sample that it lets expect */
} PointState;

typedef struct Sweep {
    const RunOptions *options;
    const Plan *plan;
    PointState *states; /* one a point of the plan */
    SampleFile *file;
    Progress progress;
    char run[40];
    size_t current; /* index of the point being visited */
    unsigned round;
    double ends_s; /* by timing_now_s: no visit is begun that may last longer; INFINITY: no matter when */
    double longest_visit_s;
    bool is_late; /* it ended for want of time */
} Sweep;

/* Joins the plan with the rows that there are already: points that are done by this build, points begun. With
 * --fresh nothing counts. any_host: hosts count as one (the rows have none), and so for the points' keys. */
int sweep_begin(Sweep *sweep, const RunOptions *options, const Plan *plan, const Rows *files,
                size_t file_count, bool any_host, Error *error);

/* Measures what is missing. 0, or -1 with an error (empty when interrupted or late); every row is in the
 * file. */
int sweep_measure(Sweep *sweep, Error *error);
void sweep_end(Sweep *sweep);

/* The keys of the plan's points, to be freed; NULL without memory. */
uint64_t *sweep_keys(const Sweep *sweep);

/* How many points are done, how many of them were skipped by this run, and how many are neither ok nor
 * skipped. */
size_t sweep_done(const Sweep *sweep);
size_t sweep_skipped(const Sweep *sweep);
size_t sweep_bad(const Sweep *sweep);

#endif
