/* From samples to one summary per point: median, interval, rate, speedup, share of the ceiling. */
#pragma once

#include "common/statistics/stats.h"
#include "experiments/harness/store/csv_writer.h"
#include "experiments/harness/store/experiment_index.h"
#include "experiments/harness/store/groups.h"
#include "experiments/harness/store/sample_times.h"

typedef enum Median { MEDIAN_H2D, MEDIAN_D2H, MEDIAN_INPUT, MEDIAN_OUTPUT, MEDIAN_SM_MHZ, MEDIANS } Median;

typedef struct PointSummary {
    const Group *group;
    const Row *row;           /* the last of the group, or the one that went wrong: stop, detail */
    const Row *least_precise; /* the one whose status and precision class are the point's */
    Point point;
    const Workload *workload; /* NULL when this program does not know it */
    bool ok;                  /* measured and right */
    Rounds rounds;            /* what is judged: its time is rounds.kernel, end to end rounds.total */
    Stats samples;            /* of the kernel times of all samples */
    double median[MEDIANS];   /* of the samples, NAN where they do not apply */
    double rate, peak_rate;   /* of the rounds, of the fastest sample; NAN when not known */
    const struct PointSummary *baseline, *ceiling; /* NULL for none */
    Ratio speedup, speedup_total, efficiency, ceiling_share;
    double peak_bytes; /* largest resident memory of a program's samples; NAN for others */
    double peak_share; /* of the ceiling: the fastest sample over the fastest */
    unsigned flags;    /* store/status.h */
} PointSummary;

typedef struct Summary {
    PointSummary *points; /* in an order for reading: workload, type, size, variant, threads ... */
    size_t count;
    const Groups *groups;
    const PointSummary **of_group;         /* one per group; NULL if it is not summarized */
    size_t hidden, hidden_of_other_builds; /* groups that a newer one of their point hides */
} Summary;

/* Summarizes the newest build of every point, or every build. `baseline` names the variant that
 * speedups are against; NULL means cpu/naive, and where that was not measured the same
 * variant on one thread. The groups must outlive the summary. */
int summary_make(const Groups *groups, bool all_builds, const char *baseline, Summary *summary, Error *error);
void summary_free(Summary *summary);

/* The newest summary of the point of that key, or NULL. */
const PointSummary *summary_find(const Summary *summary, uint64_t key);

/* Does this program know its variant, built or not, with this flag? */
bool summary_has_flag(const PointSummary *point, unsigned flag);

/* Are there two groups of rounds, each with a fifth of them or more, over 5 % apart, and clearly? False
 * below ten rounds. */
bool summary_is_bimodal(const Rounds *rounds);

/* The unit of its rate; "" where that is not known. */
const char *summary_rate_unit(const PointSummary *point);

/* Is there a column of the name before the `=`, so that no parameter of a program can have it? */
bool summary_has_column(const char *parameter);

/* The columns of `speedup summarize`, header included; each parameter of a program has its own. 0, or -1 and
 * an error without memory. */
int summary_print(CsvWriter *writer, const Summary *summary, const ExperimentIndex *members, Error *error);

/* The rounds of one phase of the point's samples; none if a sample has no time for it. 0, or -1 and an error
 * without memory. */
int summary_rounds(const Group *group, Column phase, Rounds *rounds, Error *error);
