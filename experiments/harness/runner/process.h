/* A fresh process of any build that measures one point: `BINARY run POINT`, to compare builds side by side.
 *
 * The build may be of another version: it is driven by run's options and answers by its samples file alone.
 * All axes and settings are given, one value each, so that no default of either build matters. */
#pragma once

#include "common/system/child.h"
#include "experiments/harness/cli/plan.h"
#include "experiments/harness/store/samples.h"

typedef enum ProcessEnd {
    PROCESS_MEASURED, /* the times are set */
    PROCESS_SKIPPED,  /* the build cannot measure the point here */
    PROCESS_BAD,      /* a wrong result, a failure or a timeout */
    PROCESS_REFUSED,  /* the build lacks an option or a variant, or wrote no samples file */
} ProcessEnd;

typedef struct Process {
    ProcessEnd end;
    size_t samples;         /* with a right result */
    double min_s, median_s; /* of their kernel times */
    double least_total_s;   /* of their times end to end */
    double log_resolution;  /* of the kernel times, as in an Estimate */
    char status[16];        /* of a bad one, as in its row */
    char why[400];          /* for all but measured ones */
} Process;

/* Runs the child, whose descriptors are set here, and returns its wait status and the end of its stderr, and
 * of its stdout if `all`. Its group is terminated when this process has been interrupted more often than
 * `survived`. 0; -1 and errno if it cannot be started. */
int process_log(const Child *child, bool all, int survived, char *output, size_t size, int *status);

/* Takes `samples` samples of the point in a new process of `binary` (NULL: of this program), whose files are
 * in a folder of its own, which is removed. 0, or -1 and an error (empty when interrupted). */
int process_run(const char *binary, const PlanPoint *planned, size_t samples, Process *process, Error *error);
