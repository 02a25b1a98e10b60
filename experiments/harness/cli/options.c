/* The options of `run` and `check`, and what they mean together. See options.h. */
#include "experiments/harness/cli/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/graph/graph.h"
#include "common/matrix.h"
#include "experiments/harness/cli/color.h"
#include "experiments/harness/cli/environment.h"
#include "experiments/harness/cli/launcher.h"
#include "experiments/harness/cli/nearest.h"

/* ---- kinds of options that only these have ---- */

static int take_axis(const char *name, char *text, void *field, Error *error)
{
    return axis_parse(axis_find(name), text, field, error);
}

/* N, or N,M: after N rounds the interval is looked at, and after M the point is done anyway. */
static int take_rounds(const char *name, char *text, void *field, Error *error)
{
    (void)name;
    StopRule *rule = field;
    char *comma = strchr(text, ',');
    size_t rounds, most;
    if (comma != NULL) {
        *comma = '\0';
    }
    if (parse_count(text, MOST_ROUNDS, &rounds, error) != 0 ||
        parse_count(comma != NULL ? comma + 1 : text, MOST_ROUNDS, &most, error) != 0) {
        return -1;
    }
    if (most < rounds) {
        return error_set(error, "the second number is less than the first; give as 7,14");
    }
    rule->rounds = (unsigned)rounds;
    rule->most_rounds = (unsigned)most;
    return 0;
}

static int take_shard(const char *name, char *text, void *field, Error *error)
{
    (void)name;
    Shard *shard = field;
    char *slash = strchr(text, '/');
    Error why;
    if (slash == NULL) {
        return error_set(error, "give which and of how many, as in 3/8");
    }
    *slash = '\0';
    if (parse_count(slash + 1, MOST_SHARDS, &shard->count, &why) != 0 ||
        parse_count(text, shard->count, &shard->index, &why) != 0) {
        return error_set(error, "give which and of how many, from 1/8 to 8/8, %d at most", MOST_SHARDS);
    }
    return 0;
}

static int take_shards(const char *name, char *text, void *field, Error *error)
{
    (void)name;
    return parse_count(text, MOST_SHARDS, field, error);
}

static int take_zip(const char *name, char *text, void *field, Error *error)
{
    unsigned *zipped = field;
    Names names = {0};
    if (*zipped != 0) {
        return error_set(error, "only one group of axes can be zipped; name them all in one --zip");
    }
    int failed = take_names(name, text, &names, error);
    if (failed == 0 && names.count < 2) {
        failed = error_set(error, "this names one axis; zip takes two or more, as size,threads");
    }
    for (size_t i = 0; failed == 0 && i < names.count; i++) {
        AxisId id = axis_find(names.names[i]);
        if (id < AXIS_IDS && (*zipped & 1u << id) != 0) {
            failed = error_set(error, "%s is zipped already; one --zip, each axis once", names.names[i]);
        } else if (id == AXIS_IDS) {
            failed = error_set(error,
                               "there is no axis '%s'; axes are type, size, threads, schedule, block, tile, "
                               "devices, ranks, matrices, transfer, iterations",
                               names.names[i]);
        } else {
            *zipped |= 1u << id;
        }
    }
    free(names.names);
    return failed;
}

/* ---- the table ---- */

/* Who takes an option. UNTOLD: check does so anyway, and its help is silent. */
enum { RUN = 1, PLAN = 2, CHECK = 4, UNTOLD = 8, ASK = RUN | PLAN, ALL = ASK | CHECK };

typedef struct Row {
    Option option;
    unsigned takers;
    const char *values, *variable; /* check, on an axis that nobody names: these, or the environment's */
} Row;

#define AT(field) offsetof(RunOptions, field)
#define ROW(who, ...)                                                                                        \
    {                                                                                                        \
        .takers = who, .option = { __VA_ARGS__ }                                                             \
    }
#define HEADING(who, name) ROW(who, name, NULL, NULL, 0, NULL, NULL)
#define AXIS(id, name, help, usual)                                                                          \
    .takers = ALL, .option = {name, "LIST", take_axis, AT(axes[AXIS_ID_##id]), help, usual}
#ifdef _OPENMP
#define AWKWARD_THREADS "1,3"
#else
#define AWKWARD_THREADS "1"
#endif

static const Row table[] = {
    HEADING(ALL, "Axes: lists a,b,c or ranges lo:hi, lo:hi:step, lo:hi:xfactor"),
    ROW(ALL, "variant", "NAMES", take_names, AT(variants), "names or globs, as cpu/naive,'cpu/openmp*'",
        "all that can run here"),
    {AXIS(TYPE, "type", "int32, float32", "the workload's usual type"), .values = "int32,float32"},
    {AXIS(SIZE, "size", "n of the n x n matrices", "by workload"), .values = "1,2,31,32,33,63,65,100,257"},
    {AXIS(THREADS, "threads", "CPU threads", "OMP_NUM_THREADS, or 1,2,3,4,6,8,12,... processors"),
     .values = AWKWARD_THREADS, .variable = "OMP_NUM_THREADS"},
    {AXIS(SCHEDULE, "schedule", "static, dynamic, guided, each with :chunk", "OMP_SCHEDULE or static"),
     .values = "static,dynamic:2,guided", .variable = "OMP_SCHEDULE"},
    {AXIS(BLOCK, "block", "thread block side or blocking factor", "by variant"),
     .values = "1,2,4,8,16,32,64,128"},
    {AXIS(TILE, "tile", "cache tile side, or patch a GPU thread computes", "by variant"),
     .values = "1,2,4,8,16,32,64"},
    {AXIS(DEVICES, "devices", "GPUs that share the work", "1,2,3,4,6,8,... GPUs"), .values = "1,2,3"},
    {AXIS(RANKS, "ranks", "processes that share the work by MPI, each of --threads or with a GPU",
          "1,2,3,4,6,8,... processors or GPUs"),
     .values = "1,2,3,4,6"},
    {AXIS(MATRICES, "matrices", "products in one sample", "1")},
    {AXIS(TRANSFER, "transfer", "GPU: pageable, pinned, overlap-breadth, overlap-depth", "pageable")},
    {AXIS(ITERATIONS, "iterations", "times the work is repeated in one sample", "1")},
    ROW(ASK, "zip", "AXIS,AXIS", take_zip, AT(zipped),
        "walk these axes side by side instead of crossing them", NULL),
    ROW(ASK, "weak", NULL, take_flag, AT(weak),
        "weak scaling: --size is for one thread or GPU, and n grows so that the work of each stays the same",
        NULL),
    HEADING(ALL, "Input"),
    ROW(ALL, "seed", "N", take_seed, AT(seed), "seed of the generator", "1"),
    ROW(ASK, "graph", "FILE", take_text, AT(graph),
        "apsp: a graph file (report F's binary, DIMACS .gr, Matrix Market .mtx)", NULL),
    ROW(ALL, "edges", "M", take_count, AT(edges), "apsp: edges of the random graph", "16 n"),
    ROW(ASK, "manifest", "FILE", take_path, AT(manifest),
        "the points that this file names, as `speedup plan` prints them", NULL),
    ROW(PLAN, "shards", "K", take_shards, AT(shards),
        "the points by shard, as K machines of a kind share them out: run --shard I/K", NULL),
    ROW(RUN, "shard", "I/K", take_shard, AT(shard),
        "only the I-th of K shares of the points; rows go to a file of their own",
        "with --manifest, SLURM_ARRAY_TASK_ID of SLURM_ARRAY_TASK_COUNT"),
    HEADING(ALL, "Measuring"),
    ROW(ASK, "rounds", "N[,M]", take_rounds, AT(rule),
        "passes over all points, shuffled, each visit in a new process; M where "
        "the interval is wider than --precision after N",
        "7,14"),
    ROW(ASK, "min-samples", "N", take_count, AT(rule.min_samples), "samples of a visit, of long ones", "1"),
    ROW(ASK, "max-samples", "N", take_count, AT(rule.max_samples), "samples of a visit, of short ones", "5"),
    ROW(ASK, "precision", "SHARE", take_share, AT(rule.precision),
        "a 95 % interval of +- this needs no further rounds", "2%"),
    ROW(ASK, "warmup", "SECONDS", take_seconds, AT(warmup_s),
        "run so long before the first sample of a visit", "0.005"),
    ROW(ASK, "max-time", "SECONDS", take_seconds, AT(rule.max_time_s),
        "for the samples of a point together; one visit where five would take longer", "10"),
    ROW(ASK, "skip-over", "SECONDS", take_seconds, AT(skip_over_s),
        "skip points whose predicted sample time exceeds this, or 10 times --max-time", NULL),
    ROW(ALL, "timeout", "SECONDS", take_seconds, AT(timeout_s), "for one sample; longer is a timeout", "300"),
    ROW(RUN, "time-limit", "SECONDS", take_seconds, AT(time_limit_s),
        "begin no visit that may end later; the same command goes on from there", "until SLURM_JOB_END_TIME"),
    ROW(ASK, "cold", NULL, take_flag, AT(cold), "flush the last-level cache before every sample", NULL),
    HEADING(ASK, "Placement"),
    ROW(ASK, "bind", "POLICY", take_text, AT(bind), "false, true, close, spread, primary",
        "OMP_PROC_BIND or close"),
    ROW(ASK, "places", "PLACES", take_text, AT(places), "threads, cores, sockets or a list",
        "OMP_PLACES or cores"),
    ROW(ALL | UNTOLD, "oversubscribe", NULL, take_flag, AT(oversubscribe),
        "allow more threads than processors, and more devices than GPUs", NULL),
    ROW(ALL, "launcher", "COMMAND", launcher_take, AT(launcher),
        "what starts --ranks, as 'mpirun --hostfile hosts'; -n and the program are added",
        "mpirun, in a Slurm job without it srun"),
    HEADING(ALL, "Output"),
    ROW(RUN, "out", "FILE", take_path, AT(out), "samples file, or FOLDER/ for a samples.csv in it",
        "results/<machine>/samples.csv"),
    ROW(ASK, "experiment", "NAME", take_text, AT(experiment),
        "what the points belong to, beside other experiments; in members.csv", "run"),
    ROW(RUN, "fresh", NULL, take_flag, AT(fresh), "measure everything anew, also what is done already", NULL),
    ROW(RUN, "dry-run", NULL, take_flag, AT(dry_run), "print the points and stop", NULL),
    ROW(RUN, "trace", "FILE", take_text, AT(trace), "GPU: one row an operation: stream, kind, start, end",
        NULL),
    ROW(RUN, "profile", NULL, take_flag, AT(profile),
        "GPU: one sample a point for a profiler around this; to profiled.csv", NULL),
    ROW(RUN, "baseline", "VARIANT", take_text, AT(baseline), "what speedups are against", "cpu/naive"),
    ROW(ALL, "quiet", NULL, take_flag, AT(quiet), "no progress, no line a point; only the table", NULL),
    ROW(RUN | CHECK, COLOR_OPTION(AT(color))),
};

enum { TABLE_LENGTH = sizeof table / sizeof table[0] };

/* The options that one of the commands takes, with its own defaults. Lives while its help is printed or
 * its words are read. */
typedef struct OwnOptions {
    Option options[TABLE_LENGTH];
    size_t count;
    char usual[TABLE_LENGTH][48];
} OwnOptions;

static void choose_options(const char *command, OwnOptions *own)
{
    bool check = strcmp(command, "check") == 0;
    unsigned taker = check ? CHECK : strcmp(command, "plan") == 0 ? PLAN : RUN;
    own->count = 0;
    for (size_t i = 0; i < TABLE_LENGTH; i++) {
        const Row *row = &table[i];
        if ((row->takers & taker) == 0) {
            continue;
        }
        Option *option = &own->options[own->count++];
        *option = row->option;
        if (check && (row->takers & UNTOLD) != 0) {
            option->help = NULL;
        }
        if (check && row->values != NULL) {
            snprintf(own->usual[i], sizeof own->usual[i], "%s%s%s",
                     row->variable != NULL ? row->variable : "", row->variable != NULL ? " or " : "",
                     row->values);
            option->usual = own->usual[i];
        }
    }
}

void options_help(FILE *stream, const char *command)
{
    OwnOptions own;
    choose_options(command, &own);
    const Usage usage = {.options = own.options, .count = own.count};
    arguments_help(stream, &usage);
}

/* ---- what they mean together ---- */

/* Awkward values for the axes that nobody names. */
static int complete_axes(RunOptions *options, Error *error)
{
    for (size_t i = 0; i < TABLE_LENGTH; i++) {
        Axis *axis = (Axis *)(void *)((char *)options + table[i].option.where);
        if (table[i].values != NULL && axis->count == 0) {
            if (axis_parse(axis_find(table[i].option.name), table[i].values, axis, error) != 0) {
                return -1;
            }
            axis->given = false; /* variants that do not read the axis are no reason to complain */
        }
    }
    return 0;
}

static const StopRule default_rule = {.min_samples = 1,
                                      .max_samples = 5,
                                      .rounds = 7,
                                      .most_rounds = 14,
                                      .precision = 0.02,
                                      .max_time_s = 10.0};
#define DEFAULT_WARMUP_S 0.005

/* The usual number of samples, as far as it agrees with what was given. */
static int complete_samples(StopRule *rule, Error *error)
{
    if (rule->max_samples == 0) {
        rule->max_samples =
            rule->min_samples > default_rule.max_samples ? rule->min_samples : default_rule.max_samples;
    }
    if (rule->min_samples > rule->max_samples) {
        return error_set(error,
                         "--min-samples %zu is more than --max-samples %zu; lower the one or raise the other",
                         rule->min_samples, rule->max_samples);
    }
    return 0;
}

/* Reads the graph file once: any damage is found before anything is measured, and its edges' hash stands
 * in the rows in place of the seed, so that another file of the same name is another point. */
static int read_graph(RunOptions *options, Error *error)
{
    Graph graph;
    if (options->graph == NULL) {
        return 0;
    }
    if (graph_read(options->graph, &graph, error) != 0) {
        return -1;
    }
    options->graph_n = graph.n;
    options->graph_edges = graph.m;
    options->graph_hash = matrix_hash(0, graph.edges, graph.m * sizeof *graph.edges);
    graph_free(&graph);
    return 0;
}

/* Is there anything that a manifest's lines say themselves? */
static bool asks_for_points(const RunOptions *options)
{
    const StopRule *rule = &options->rule;
    bool axes = options->zipped != 0 || options->weak;
    for (int id = 0; id < AXIS_IDS; id++) {
        axes = axes || options->axes[id].given;
    }
    return axes || options->workload != NULL || options->variants.count > 0 || options->graph != NULL ||
           options->edges != 0 || options->experiment != NULL || options->cold ||
           isfinite(options->skip_over_s) || options->warmup_s != DEFAULT_WARMUP_S ||
           rule->rounds != default_rule.rounds || rule->most_rounds != default_rule.most_rounds ||
           rule->min_samples != default_rule.min_samples || rule->max_samples != default_rule.max_samples ||
           rule->precision != default_rule.precision || rule->max_time_s != default_rule.max_time_s;
}

/* Options that exclude one another. */
static int check_together(const RunOptions *options, Error *error)
{
    if (options->rule.max_time_s <= 0.0 || options->timeout_s <= 0.0) {
        return error_set(error, "--max-time and --timeout must be more than 0 seconds");
    }
    if (options->manifest != NULL && asks_for_points(options)) {
        return error_set(error,
                         "--manifest names the points itself, with all that is to be known of them; leave "
                         "the workload, its axes, input, experiment and rule out");
    }
    bool graphs = options->workload == NULL || options->workload->takes_graph;
    if ((options->graph != NULL || options->edges != 0) && !graphs) {
        return error_set(error, "--%s is for workloads on graphs, %s is none; try apsp",
                         options->graph != NULL ? "graph" : "edges", options->workload->name);
    }
    if (options->graph != NULL && (options->edges != 0 || options->axes[AXIS_ID_SIZE].given)) {
        return error_set(error, "--graph FILE brings its own size and edges; leave --size and --edges out");
    }
    if (options->weak && options->graph != NULL) {
        return error_set(error, "--weak: a graph file has one size and cannot grow with the threads; leave "
                                "--graph out");
    }
    return 0;
}

int options_parse(int argc, char **argv, RunOptions *options, Error *error)
{
    bool check = strcmp(argv[0], "check") == 0;
    OwnOptions own;
    Words words;
    *options = (RunOptions){
        .seed = 1,
        .warmup_s = DEFAULT_WARMUP_S,
        .rule = default_rule,
        .skip_over_s = INFINITY,
        .time_limit_s = INFINITY,
        .timeout_s = 300.0,
        .oversubscribe = check, /* uneven shares matter more there than processors */
        .awkward = check,
        .color = "auto",
    };
    options->rule.max_samples = 0; /* follows --min-samples where it is not given */
    choose_options(argv[0], &own);
    const Usage usage = {
        .command = argv[0],
        .options = own.options,
        .count = own.count,
        .least = 0,
        .most = 1,
    };
    if (arguments_read(&usage, argc, argv, options, &words, error) != 0) {
        return -1;
    }
    options->help = words.help;
    if (words.help) {
        return 0;
    }
    if (words.count == 0 && !check && options->manifest == NULL) {
        return error_set(error, "name a workload, as in: speedup %s matmul --size 512", argv[0]);
    }
    if (words.count > 0 && (options->workload = nearest_workload(words.word[0], error)) == NULL) {
        return -1;
    }
    bool wrong = environment_apply(options, error) != 0 || (check && complete_axes(options, error) != 0) ||
                 complete_samples(&options->rule, error) != 0 || check_together(options, error) != 0 ||
                 read_graph(options, error) != 0;
    return wrong ? -1 : 0;
}

void options_free(RunOptions *options)
{
    free(options->variants.names);
    for (int id = 0; id < AXIS_IDS; id++) {
        axis_free(&options->axes[id]);
    }
    *options = (RunOptions){0};
}
