/* The command line of `run` and `check` as one struct. */
#ifndef SPEEDUP_OPTIONS_H
#define SPEEDUP_OPTIONS_H

#include "common/statistics/stopping_rule.h"
#include "experiments/harness/cli/arguments.h"
#include "experiments/harness/cli/axis.h"

enum { PLACEMENT_SIZE = 480, MOST_ROUNDS = 1000, MOST_SHARDS = 65536 };

/* Share `index` of `count`, from 1 (shard.h); 0 of 0: all. */
typedef struct Shard {
    size_t index, count;
} Shard;

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
    double skip_over_s; /* points whose sample is foretold to take longer are skipped; INFINITY: none are */
    double timeout_s;
    bool cold;

    const char *bind, *places; /* as OMP_PROC_BIND and OMP_PLACES take them */
    char kept_bind[PLACEMENT_SIZE], kept_places[PLACEMENT_SIZE]; /* what those two point to */
    bool oversubscribe;
    bool weak;    /* n is that on one thread, and grows so that the work a thread stays the same */
    bool awkward; /* check: sizes for which --edges is too many take as many as they can, and every CPU
                   * variant has as many threads as the axis has at most */

    const char *out, *experiment, *trace, *baseline, *color; /* NULL: not given; color always is */
    const char *launcher; /* what starts several processes; NULL: mpirun or srun */
    const char *manifest; /* the file that names the points in place of the axes */
    Shard shard;          /* run: what of the points is this process's */
    size_t shards;        /* plan: into how many the points are shared out; 0: not at all */
    double time_limit_s;  /* run: it ends before so long; INFINITY: when all is measured */
    bool fresh, dry_run, quiet, profile, help;
} RunOptions;

/* Reads argv (argv[0] is the command) over the defaults and the environment.
 * 0, or -1 and an error that names option, value and remedy. Free with options_free. */
int options_parse(int argc, char **argv, RunOptions *options, Error *error);
void options_free(RunOptions *options);

/* The options of `run`, `plan` or `check` with their defaults. */
void options_help(FILE *stream, const char *command);

#endif
