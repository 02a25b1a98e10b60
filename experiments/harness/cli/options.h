/* The command line of `run`, `plan` and `check` as one struct. */
#pragma once

#include "common/statistics/stopping_rule.h"
#include "experiments/harness/cli/arguments.h"
#include "experiments/harness/cli/axis.h"
#include "experiments/harness/cli/program.h"

enum {
    PLACEMENT_SIZE = 480,
    MOST_ROUNDS = 1000,
    MOST_SHARDS = 65536,

    MOST_PROGRAMS = 20000
};

/* Shard `index` of `count`, from 1 (shard.h); 0 of 0: all points. */
typedef struct Shard {
    size_t index, count;
} Shard;

typedef struct RunOptions {
    const Workload *workload; /* NULL only in `check`: all of them */
    Names plugins;            /* files with further variants (plugin.h) */
    Names variants;           /* names or globs; none: every variant that can run here */
    Names commands, names;    /* programs in place of variants, and their names */
    Names parameters;         /* "NAME=VALUES", placeholders of their own */
    Program **programs;       /* made from these, one per combination of parameters */
    size_t program_count;
    unsigned placeholders;                    /* bits 1 << AxisId: of any of them */
    const char *of_programs[PROGRAM_OPTIONS]; /* NULL: not given */
    bool shell;
    Axis axes[AXIS_IDS]; /* as given; the plan fills in the defaults */
    unsigned zipped;     /* bits 1 << AxisId: their values are combined one by one */

    uint64_t seed;
    const char *graph;
    size_t edges;                   /* 0: not given */
    bool file_values;               /* of the graph file; else random */
    size_t graph_size, graph_edges; /* of the graph file: the value of the axis, its edges ... */
    uint64_t graph_hash;            /* ... their hash, and that of values that are used */
    char graph_unpacked[64];        /* path by which a worker opens it; "": its own */

    double warmup_s;
    StopRule rule;
    double skip_over_s; /* points with a longer predicted sample are skipped; INFINITY: none */
    double timeout_s;
    bool cold;

    const char *bind, *places; /* as OMP_PROC_BIND and OMP_PLACES take them */
    char kept_bind[PLACEMENT_SIZE], kept_places[PLACEMENT_SIZE]; /* the text of those two */
    bool oversubscribe;
    bool weak;    /* n is for one thread and grows so that the work per thread stays the same */
    bool awkward; /* check: small graphs take at most the edges that they can have, and every CPU variant
                   * runs on the largest number of threads */

    const char *out, *experiment, *trace, *baseline, *color; /* NULL: not given; color always is */
    const char *launcher; /* command that starts several processes; NULL: mpirun or srun */
    const char *manifest; /* file with the points, instead of axes */
    Shard shard;          /* run: the part of the points that this process measures */
    size_t shards;        /* plan: number of shards; 0: no sharding */
    double time_limit_s;  /* run: it ends before; INFINITY: no limit */
    bool binary;          /* inputs: the files */
    bool fresh, dry_run, quiet, profile, sandbox, race, help;
} RunOptions;

/* Reads argv (argv[0] is the command) over the defaults and the environment.
 * 0, or -1 and an error with option, value and remedy. Free with options_free. */
int options_parse(int argc, char **argv, RunOptions *options, Error *error);
void options_free(RunOptions *options);

/* Makes the program of a command line with the options' patterns; `name` and `at` as in program_make. To be
 * freed, also on failure: -1 and an error. */
int options_program(const RunOptions *options, const char *text, const char *name, const char *parameters,
                    const Point *at, Program **made, Error *error);

/* Prints the help of `run`, `plan` or `check`: the options with their defaults between two texts. */
void options_help(const char *command, const char *before, const char *after);
