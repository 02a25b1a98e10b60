/* The command line of `run` and `check` as one struct. */
#ifndef SPEEDUP_OPTIONS_H
#define SPEEDUP_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/stats.h"
#include "experiments/harness/ask/axis.h"

typedef struct Names {
    char **names;
    size_t count;
} Names;

enum { PLACEMENT_SIZE = 480 };

typedef struct RunOptions {
    const Workload *workload; /* NULL only in `check`: all of them */
    Names variants;           /* names or globs; none: every variant that can run here */
    Axis axes[AXIS_IDS];      /* as given; the plan fills in the defaults */
    unsigned zipped;          /* bits 1 << AxisId of the axes that walk side by side */

    uint64_t seed;
    const char *graph;
    size_t edges;                /* 0: not given */
    size_t graph_n, graph_edges; /* of the graph file ... */
    uint64_t graph_hash;         /* ... and the hash of its edges */

    double warmup_s;
    StopRule rule;
    double timeout_s;
    bool cold;

    const char *bind, *places; /* as OMP_PROC_BIND and OMP_PLACES take them */
    char kept_bind[PLACEMENT_SIZE], kept_places[PLACEMENT_SIZE]; /* what those two point to */
    bool oversubscribe;
    bool awkward; /* check: sizes for which --edges is too many take as many as they can */

    const char *out, *experiment, *trace, *baseline, *color; /* NULL: not given; color always is */
    bool fresh, dry_run, quiet, profile, help;
} RunOptions;

/* Reads argv (argv[0] is the command) over the defaults and the environment.
 * 0, or -1 and an error that names option, value and remedy. Free with options_free. */
int options_parse(int argc, char **argv, RunOptions *options, Error *error);
void options_free(RunOptions *options);

/* What `check` takes on an axis that nobody names (values NULL: as `run` does), and the variable of the
 * environment that comes first. */
typedef struct CheckDefault {
    const char *values, *variable;
} CheckDefault;

extern const CheckDefault check_defaults[AXIS_IDS];

/* Explains a word that getopt_long refused although it is no unknown long option: a short option
 * (`letter`), or a flag with a value. Returns -1. */
int usage_bad_word(const char *word, int letter, Error *error);

/* The help text of `run` (or `check`), options with their defaults. */
void options_help(FILE *stream, bool check);

#endif
