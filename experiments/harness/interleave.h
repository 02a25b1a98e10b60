/* `compare --interleave`: two programs measured side by side, by pairs of fresh processes. */
#pragma once

#include "experiments/harness/analysis/comparison.h"
#include "experiments/harness/cli/plan.h"
#include "experiments/harness/runner/progress.h"

typedef struct Interleave {
    const char *base, *new; /* builds that have the command `run`, or command lines of programs */
    const Plugin *plugin;   /* likewise of two plug-ins */
    double threshold;
    uint64_t seed;     /* of the order of points and inside each pair */
    size_t samples;    /* per process; 0: by their time */
    size_t pool;       /* not 0: this many pairs of every point for the file, and no verdict */
    const char *pairs; /* a file for one row per process, or NULL */
    const char *color;
    bool quiet;
} Interleave;

/* The result, which is kept to the end of the process; points that cannot be compared are reported and left
 * out. */
typedef struct Paired {
    Comparison comparison;
    size_t dropped;             /* points of which a process failed */
    struct PairedPoint *points; /* of interleave.c, as many as the plan has: the rows that are compared */
    size_t count;
    SeriesSet series; /* contain the text of the rows */
    const Interleave *options;
    CsvWriter pairs; /* without a stream: none are written */
    Progress progress;
} Paired;

/* Measures and judges the points of the plan. 0, or -1 and an error (empty when interrupted). */
int interleave(const Interleave *options, const Plan *plan, Paired *paired, Error *error);
