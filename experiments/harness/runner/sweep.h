/* The sweep: measures a plan round by round. Its steps are files: resume, skip, dispatch. */
#pragma once

#include "experiments/harness/cli/plan.h"
#include "experiments/harness/runner/progress.h"
#include "experiments/harness/store/loop_cache.h"
#include "experiments/harness/store/sample_times.h"
#include "experiments/harness/store/samples.h"

/* Of a sample's time, from a smaller size of the same code. */
typedef struct Prediction {
    double sample_s; /* 0: none */
    size_t from_n;
    bool sure; /* of two processes, or of a time that is too long for a delay */
} Prediction;

typedef struct PointState {
    uint64_t key;
    uint64_t work;      /* hash of what a speedup compares: workload, size, input */
    bool is_new;        /* never measured by this build */
    char run[40];       /* the run in its rows */
    SampleTimes times;  /* of its samples so far */
    double spent_s;     /* sum of these times */
    Estimate kernel;    /* by the rounds of the last batch that ended and those before */
    size_t rounds;      /* number of rounds with a complete batch, or a running one */
    unsigned round;     /* the last of them, 0 for none; runs that resume each other count on */
    size_t last_number; /* of its samples in the file */
    bool done;          /* nothing is left to measure */
    Status status;      /* when done */
    bool other_inputs;  /* this run has ended a batch of it with a run on other inputs */
    bool was_skipped;   /* by an earlier run: skipping it again adds no row */
    unsigned kills;     /* of its worker in this run */
    char crash[160];    /* its first crash in this run; "" for none */
    Prediction earlier; /* from the file, or from a probe */
} PointState;

typedef struct Sweep {
    const RunOptions *options;
    const Plan *plan;
    PointState *states; /* of plan->points */
    size_t again;       /* measured points that begin again beside new ones of their work */
    CsvFile *file;
    Progress progress;
    LoopCache loops;
    char run[40];
    unsigned round;
    const PlanPoint *planned; /* the point being measured ... */
    PointState *state;        /* ... and its state */
    double ends_s;            /* by timing_now_s: the time limit; INFINITY: none */
    double longest_batch_s;
    bool is_late; /* stopped at the time limit */
} Sweep;

/* Joins the plan with the rows that exist (resume.h). End it with sweep_end, also on failure. 0, or -1 and an
 * error. */
int sweep_begin(Sweep *sweep, const RunOptions *options, const Plan *plan, const Rows *files,
                size_t file_count, bool any_host, Error *error);

/* Measures what is missing. 0, or -1 with an error (empty when interrupted or late); every row is in the
 * file. */
int sweep_measure(Sweep *sweep, Error *error);
void sweep_end(Sweep *sweep);

typedef struct SweepCounts {
    size_t done, skipped,
        bad;       /* points: all that are done; of them skipped; of them neither right nor skipped */
    size_t rounds; /* that the plan needs, unless precision takes more */
} SweepCounts;

SweepCounts sweep_counts(const Sweep *sweep);
