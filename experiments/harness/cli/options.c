/* The options of `run`, `plan` and `check`, and the checks between them. See options.h. */
#include "experiments/harness/cli/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/command.h"
#include "common/graph/graph.h"
#include "common/matrix.h"
#include "common/system/array.h"
#include "experiments/harness/cli/environment.h"
#include "experiments/harness/cli/launcher.h"
#include "experiments/harness/cli/nearest.h"
#include "experiments/harness/cli/plugin.h"
#include "experiments/harness/cli/terminal.h"

/* ---- values of these options alone ---- */

static int take_axis(char *text, void *field, Error *error)
{
    Axis *axis = field;
    axis->given = true;
    return axis_parse(text, axis, error);
}

/* N or N,M: a point ends after N rounds if its interval is narrow enough, after M in any case. */
static int take_rounds(char *text, void *field, Error *error)
{
    StopRule *rule = field;
    const char *first = strsep(&text, ",");
    size_t rounds, most;
    if (parse_count(first, MOST_ROUNDS, &rounds, error) != 0 ||
        parse_count(text != NULL ? text : first, MOST_ROUNDS, &most, error) != 0) {
        return -1;
    }
    if (most < rounds) {
        return error_set(error,
                         "the second number is less than the first; give the smaller one first, as in 7,14");
    }
    rule->rounds = (unsigned)rounds;
    rule->most_rounds = (unsigned)most;
    return 0;
}

static int take_shard(char *text, void *field, Error *error)
{
    Shard *shard = field;
    const char *index = strsep(&text, "/");
    if (text == NULL) {
        return error_set(error, "give the index and the number of shards, as in 3/8");
    }
    if (parse_count(text, MOST_SHARDS, &shard->count, NULL) != 0 ||
        parse_count(index, shard->count, &shard->index, NULL) != 0) {
        return error_set(error, "give the index and the number of shards, from 1/8 to 8/8; at most %d shards",
                         MOST_SHARDS);
    }
    return 0;
}

static int take_shards(char *text, void *field, Error *error)
{
    return parse_count(text, MOST_SHARDS, field, error);
}

static int take_values(char *text, void *field, Error *error)
{
    *(bool *)field = strcmp(text, "file") == 0;
    return *(bool *)field || strcmp(text, "random") == 0 ? 0 : error_set(error, "give random or file");
}

/* NAME=VALUES, in the order of the names. */
static int take_parameter(char *text, void *field, Error *error)
{
    const Names *given = field;
    const size_t length = strcspn(text, "=");
    if (!text_matches(text, "^[A-Za-z_][A-Za-z0-9_]*=[^,;]+(,[^,;]+)*$")) {
        return error_set(error, "give a name of letters, digits and '_', and texts without ';' separated by "
                                "single commas, as in alpha=0.1,0.2");
    }
    if (program_axis(text, length) != AXIS_IDS) {
        return error_set(error, "{%.*s} is an axis; give its values by --%s", (int)length, text,
                         axis_table[program_axis(text, length)].name);
    }
    for (size_t i = 0; i < given->count; i++) {
        if (strncmp(given->names[i], text, length + 1) == 0) {
            return error_set(error, "this name has values already; give all in one --param");
        }
    }
    int failed = take_word(text, field, error);
    for (size_t i = given->count - 1; failed == 0 && i > 0 && strcmp(given->names[i - 1], text) > 0; i--) {
        given->names[i] = given->names[i - 1];
        given->names[i - 1] = text;
    }
    return failed;
}

/* "type, size, threads, ...": all axes. */
static const char *axis_names(char *text, size_t size)
{
    text[0] = '\0';
    for (int id = 0; id < AXIS_IDS; id++) {
        text_append(text, size, ", ", "%s", axis_table[id].name);
    }
    return text;
}

static int take_zip(char *text, void *field, Error *error)
{
    unsigned *zipped = field;
    char all[200];
    if (*zipped != 0) {
        return error_set(error, "only one group of axes can be zipped; name them all in one --zip");
    }
    for (char *item; (item = strsep(&text, ",")) != NULL;) {
        AxisId id = axis_find(item);
        if (id == AXIS_IDS) {
            return error_set(error, "there is no axis '%s'; axes are %s", item, axis_names(all, sizeof all));
        }
        if ((*zipped & 1u << id) != 0) {
            return error_set(error, "%s is named twice; name each axis once", item);
        }
        *zipped |= 1u << id;
    }
    return (*zipped & (*zipped - 1)) != 0
               ? 0
               : error_set(error, "this names one axis; zip takes two or more, as in size,threads");
}

/* ---- the table ---- */

/* Commands that accept an option. HIDDEN: `check` accepts it, but its help does not show it. BESIDE: `plan`
 * accepts it, but it is not for the lines of a manifest. PROGRAMS: it is for programs; UNFIT: it is not. */
enum {
    RUN = 1,
    PLAN = 2,
    CHECK = 4,
    HIDDEN = 8,
    BESIDE = 16,
    INPUTS = 32,
    PROGRAMS = 64,
    UNFIT = 128,
    RUN_PLAN = RUN | PLAN,
    ALL = RUN_PLAN | CHECK
};

typedef struct Row {
    Option option;
    unsigned commands;
} Row;

#define AT(field) offsetof(RunOptions, field)
#define ROW(accepting, ...)                                                                                  \
    {                                                                                                        \
        .commands = accepting, .option = { __VA_ARGS__ }                                                     \
    }
#define OF_PROGRAMS(name, value, id, ...)                                                                    \
    ROW(RUN_PLAN | PROGRAMS, name, value, take_text, AT(of_programs[PROGRAM_##id]), __VA_ARGS__)
#define HEADING(accepting, name) ROW(accepting, name, NULL, NULL, 0, NULL, NULL)

/* The axes follow the first two rows. */
enum { ROWS_BEFORE_AXES = 2 };

static const Row table[] = {
    HEADING(ALL | INPUTS, "Axes: lists a,b,c or ranges lo:hi, lo:hi:step, lo:hi:xfactor"),
    ROW(ALL | UNFIT, "variant", "NAMES", take_names, AT(variants),
        "names or globs, as in cpu/naive,'cpu/openmp*'", "all that can run here"),
    ROW(ALL | UNFIT, "plugin", "FILES", take_names, AT(plugins),
        "adds what these files contain, which `speedup build` made; LABEL=FILE puts the label into names: "
        "cpu/LABEL_mine",
        NULL),
    ROW(RUN_PLAN, "zip", "AXIS,AXIS", take_zip, AT(zipped),
        "combine the values of these axes one by one instead of crossing them", NULL),
    ROW(RUN_PLAN, "weak", NULL, take_flag, AT(weak),
        "weak scaling: --size is for one thread or GPU; n grows so that the work of each stays the same "
        "(where 64 divides an n of 256 or more, a power of two up to 64 divides the others, within 5 %)",
        NULL),
    HEADING(
        RUN_PLAN,
        "Programs in place of variants; {n}, {threads}, {type}, {schedule}, {block}, {tile} are the axes"),
    ROW(RUN_PLAN, "command", "TEXT", take_word, AT(commands),
        "a program and its arguments, as in './solve {n} {threads}', quoted like a shell's words; more by "
        "repeating it",
        NULL),
    ROW(RUN_PLAN | PROGRAMS, "param", "NAME=VALUES", take_parameter, AT(parameters),
        "values of a placeholder {NAME}: texts a,b,c; an axis of its own", NULL),
    ROW(RUN_PLAN | PROGRAMS, "name", "NAMES", take_names, AT(names),
        "names of the commands in rows, as in 'solve_{n}'", "from the program's file name"),
    ROW(RUN_PLAN | PROGRAMS, "shell", NULL, take_flag, AT(shell), "run the commands by sh -c", NULL),
    OF_PROGRAMS(
        "time-pattern", "REGEX", TIME_PATTERN,
        "the time is the number in the first group of this extended regular expression, in the unit of "
        "a second group if that finds s, ms, us, ns or min, as in 'time: ([0-9.]+) *([a-z]+)'",
        "the wall time of the process"),
    OF_PROGRAMS("time-unit", "UNIT", TIME_UNIT, "of that number: s, ms, us or ns", NULL),
    OF_PROGRAMS("time-from", "STREAM", TIME_FROM, "search the lines of stdout or stderr", "stdout"),
    OF_PROGRAMS("time-take", "WHICH", TIME_TAKE, "of several numbers: once (refused), last, or sum", "once"),
    OF_PROGRAMS("rate-pattern", "REGEX", RATE_PATTERN,
                "the number is a rate in place of a time; the time in the rows is that of one unit of work",
                NULL),
    OF_PROGRAMS("rate-unit", "UNIT", RATE_UNIT, "of that number, a word such as GFLOP/s", NULL),
    OF_PROGRAMS("ok-codes", "CODES", OK_CODES, "exit codes of a program that ended well, as in 0,3", "0"),
    OF_PROGRAMS("expect-pattern", "REGEX", EXPECT_PATTERN, "the output is right if a line of stdout matches",
                "exit code 0"),
    OF_PROGRAMS("expect-file", "FILE", EXPECT_FILE, "stdout must equal this file, as in 'right/{n}.txt'",
                NULL),
    OF_PROGRAMS("expect-output", "FILE", EXPECT_OUTPUT,
                "this file, which the program writes, must equal it instead; removed before each sample",
                NULL),
    OF_PROGRAMS(
        "tolerance", "SHARE", TOLERANCE,
        "numbers x may differ from those in --expect-file by SHARE (|x| + their median); blanks do not count",
        NULL),
    OF_PROGRAMS("stdin", "FILE", STDIN, "file on standard input, opened anew for each sample", "empty"),
    OF_PROGRAMS("output", "discard", OUTPUT, "stdout is /dev/null, neither searched nor shown", NULL),
    OF_PROGRAMS("prepare", "COMMAND", PREPARE,
                "run by sh -c before every sample, outside its time, as in 'cp in_{n} work'", NULL),
    OF_PROGRAMS("setup", "COMMAND", SETUP,
                "run by sh -c before everything, once for all equal values of its placeholders", NULL),
    OF_PROGRAMS("cleanup", "COMMAND", CLEANUP,
                "the same after everything, also after a failure or an interrupt", NULL),
    HEADING(ALL | INPUTS, "Input"),
    ROW(ALL | INPUTS, "seed", "N", take_seed, AT(seed), "seed of the generator", "1"),
    ROW(RUN_PLAN | INPUTS, "graph", "FILE", take_text, AT(graph),
        "apsp, spmv: a graph or a sparse matrix: report F's binary, DIMACS, Matrix Market, edge list, METIS; "
        "also .gz",
        NULL),
    ROW(RUN_PLAN | INPUTS, "values", "random|file", take_values, AT(file_values),
        "spmv: those of the matrix, from the generator or from --graph FILE", "random"),
    ROW(ALL | INPUTS, "edges", "M", take_count, AT(edges),
        "apsp, spmv: edges or nonzeros of the random graph", "16 n"),
    ROW(RUN_PLAN | BESIDE | UNFIT, "manifest", "FILE", take_path, AT(manifest),
        "read the points from this file, as `speedup plan` prints them", NULL),
    ROW(PLAN | BESIDE, "shards", "K", take_shards, AT(shards),
        "group the points by shard, for K machines of a kind: run --shard I/K", NULL),
    ROW(RUN, "shard", "I/K", take_shard, AT(shard),
        "only the I-th of K shards of the points; rows go to a file of their own",
        "with --manifest, SLURM_ARRAY_TASK_ID of SLURM_ARRAY_TASK_COUNT"),
    HEADING(ALL, "Measuring"),
    ROW(RUN_PLAN, "rounds", "N[,M]", take_rounds, AT(rule),
        "passes over all points, shuffled, each batch in a new process; up to M while the interval is wider "
        "than --precision",
        "7,14"),
    ROW(RUN_PLAN, "min-samples", "N", take_count, AT(rule.min_samples), "least samples in a batch", "1"),
    ROW(RUN_PLAN, "max-samples", "N", take_count, AT(rule.max_samples), "most samples in a batch", "5"),
    ROW(RUN_PLAN, "precision", "SHARE", take_share, AT(rule.precision),
        "a 95 % interval within +- this needs no further rounds", "2%"),
    ROW(RUN_PLAN, "warmup", "SECONDS", take_seconds, AT(warmup_s),
        "time to run before the first sample of a batch", "0.005"),
    ROW(RUN_PLAN, "max-time", "SECONDS", take_seconds, AT(rule.max_time_s),
        "for all samples of a point; one batch if five would exceed it", "10"),
    ROW(RUN_PLAN, "skip-over", "SECONDS", take_seconds, AT(skip_over_s),
        "skip points whose predicted sample time exceeds this, or 10 times --max-time", NULL),
    ROW(ALL, "timeout", "SECONDS", take_seconds, AT(timeout_s), "limit of one sample", "300"),
    ROW(RUN, "time-limit", "SECONDS", take_seconds, AT(time_limit_s),
        "start no batch that may end later; the same command resumes", "until SLURM_JOB_END_TIME"),
    ROW(RUN_PLAN | UNFIT, "cold", NULL, take_flag, AT(cold), "flush the last-level cache before every sample",
        NULL),
    ROW(RUN | CHECK, "sandbox", NULL, take_flag, AT(sandbox),
        "CPU: variants cannot write files, open sockets or start processes; plug-ins never can", NULL),
    ROW(CHECK, "race", NULL, take_flag, AT(race),
        "plug-ins that `speedup build --race` made: a data race fails its point", NULL),
    HEADING(RUN_PLAN, "Placement"),
    ROW(RUN_PLAN, "bind", "POLICY", take_text, AT(bind), "false, true, close, spread, primary",
        "OMP_PROC_BIND or close"),
    ROW(RUN_PLAN, "places", "PLACES", take_text, AT(places), "threads, cores, sockets or a list",
        "OMP_PLACES or cores"),
    ROW(ALL | HIDDEN, "oversubscribe", NULL, take_flag, AT(oversubscribe),
        "allow more threads than processors, and more devices than GPUs", NULL),
    ROW(ALL | BESIDE, "launcher", "COMMAND", launcher_take, AT(launcher),
        "starts --ranks, as in 'mpirun --hostfile hosts'; -n and the program are added",
        "mpirun; in a Slurm job without it, srun"),
    HEADING(ALL | INPUTS, "Output"),
    ROW(INPUTS, "out", "FOLDER/", take_path, AT(out), "for the files; made if it is not there", NULL),
    ROW(INPUTS, "binary", NULL, take_flag, AT(binary), "little-endian elements (.bin) instead of text (.txt)",
        NULL),
    ROW(RUN, "out", "FILE", take_path, AT(out), "samples file, or FOLDER/ for a samples.csv in it",
        "results/<machine>/samples.csv"),
    ROW(RUN_PLAN, "experiment", "NAME", take_text, AT(experiment),
        "experiment that the points belong to, besides others; in members.csv", "run"),
    ROW(RUN, "fresh", NULL, take_flag, AT(fresh), "measure all points again, also completed ones", NULL),
    ROW(RUN, "dry-run", NULL, take_flag, AT(dry_run), "print the points and stop", NULL),
    ROW(RUN, "trace", "FILE", take_text, AT(trace), "GPU: one row per operation: stream, kind, start, end",
        NULL),
    ROW(RUN, "profile", NULL, take_flag, AT(profile),
        "GPU: one sample per point, to run under a profiler; to profiled.csv", NULL),
    ROW(RUN, "baseline", "VARIANT", take_text, AT(baseline), "denominator of speedups", "cpu/naive"),
    ROW(ALL | BESIDE, "quiet", NULL, take_flag, AT(quiet),
        "print only the table: no progress, no line per point", NULL),
    ROW(RUN | CHECK, COLOR_OPTION(AT(color))),
};

enum { TABLE_LENGTH = sizeof table / sizeof table[0] };

/* The options that one of the commands accepts, with its own defaults. */
typedef struct OwnOptions {
    Option options[TABLE_LENGTH + AXIS_IDS];
    bool given[TABLE_LENGTH + AXIS_IDS];
    unsigned commands[TABLE_LENGTH + AXIS_IDS];
    size_t count;
    char check_default[AXIS_IDS][48];
} OwnOptions;

static void add_axes(unsigned command, OwnOptions *own)
{
    for (int id = 0; id < AXIS_IDS; id++) {
        if (command == INPUTS && id != AXIS_ID_SIZE && id != AXIS_ID_TYPE) {
            continue;
        }
        const AxisInfo *axis = &axis_table[id];
        const char *variable = axis->environment_variable;
        own->commands[own->count] = program_placeholders[id] != NULL ? PLAN : PLAN | UNFIT;
        Option *option = &own->options[own->count++];
        *option =
            (Option){axis->name,        "LIST", take_axis, AT(axes) + (size_t)id * sizeof(Axis), axis->help,
                     axis->default_text};
        if (command == CHECK && axis->check_values != NULL) {
            option->default_text = own->check_default[id];
            snprintf(own->check_default[id], sizeof own->check_default[id], "%s%s%s",
                     variable != NULL ? variable : "", variable != NULL ? " or " : "", axis->check_values);
        }
    }
}

static void choose_options(const char *command, OwnOptions *own)
{
    static const char *const commands[] = {
        [RUN] = "run", [PLAN] = "plan", [CHECK] = "check", [INPUTS] = "inputs"};
    unsigned accepting = INPUTS;
    while (accepting > RUN && (commands[accepting] == NULL || strcmp(command, commands[accepting]) != 0)) {
        accepting /= 2;
    }
    *own = (OwnOptions){.count = 0};
    for (size_t i = 0; i < TABLE_LENGTH; i++) {
        if (i == ROWS_BEFORE_AXES) {
            add_axes(accepting, own);
        }
        if ((table[i].commands & accepting) != 0) {
            own->commands[own->count] = table[i].commands;
            Option *option = &own->options[own->count++];
            *option = table[i].option;
            option->help = accepting == CHECK && (table[i].commands & HIDDEN) != 0 ? NULL : option->help;
        }
    }
}

void options_help(const char *command, const char *before, const char *after)
{
    OwnOptions own;
    choose_options(command, &own);
    const Usage usage = {.before = before, .after = after, .options = own.options, .count = own.count};
    arguments_help(stdout, &usage);
}

/* ---- checks between options ---- */

/* The values of `check` for axes that are not given; sizes depend on the workload. */
static int complete_axes(RunOptions *options, Error *error)
{
    for (int id = 0; id < AXIS_IDS; id++) {
        Axis *axis = &options->axes[id];
        if (id != AXIS_ID_SIZE && axis_table[id].check_values != NULL && axis->count == 0 &&
            axis_parse(axis_table[id].check_values, axis, error) != 0) {
            return -1;
        }
    }
    return 0;
}

enum { DEFAULT_MAX_SAMPLES = 5 };

/* The default of --max-samples is at least the given --min-samples. */
static int complete_samples(StopRule *rule, Error *error)
{
    if (rule->max_samples == 0) {
        rule->max_samples = rule->min_samples > DEFAULT_MAX_SAMPLES ? rule->min_samples : DEFAULT_MAX_SAMPLES;
    }
    if (rule->min_samples > rule->max_samples) {
        return error_set(
            error,
            "--min-samples %zu is more than --max-samples %zu; lower --min-samples or raise --max-samples",
            rule->min_samples, rule->max_samples);
    }
    return 0;
}

/* Reads the graph file once, so that damage is found before anything is measured. Rows contain the hash of
 * the edges instead of the seed: another file of the same name is another point. */
static int read_graph(RunOptions *options, Error *error)
{
    Graph graph;
    if (options->graph == NULL) {
        return 0;
    }
    const bool pattern = options->workload != NULL && options->workload->takes_pattern;
    const GraphUse use = options->file_values ? GRAPH_VALUES : pattern ? GRAPH_PATTERN : GRAPH_WEIGHTS;
    static char packed[TEXT_MOST + 1], unpacked[64]; /* the last file that was, of any line of a manifest */
    const bool again = strcmp(options->graph, packed) == 0;
    if (graph_read(again ? unpacked : options->graph, use, &graph, error) != 0) {
        return -1;
    }
    Point point = {0};
    axis_set_shape(&point, graph.rows, graph.n, 0);
    int failed = 0;
    if (!point_is_square(&point) && (point.m > MOST_DIMENSION || point.n > MOST_DIMENSION)) {
        failed =
            error_set(error, "%s: not square and more than %zu rows or columns; add empty ones in its counts",
                      options->graph, MOST_DIMENSION);
    } else if (options->file_values && graph.values == NULL) {
        failed = error_set(error, "--values file: %s has %s; leave the option out", options->graph,
                           graph.is_complex ? "complex values, and spmv computes with real ones" : "none");
    }
    options->graph_size = axis_get(&point, AXIS_ID_SIZE);
    options->graph_edges = graph.m;
    options->graph_hash = matrix_hash(0, graph.edges, graph.m * sizeof *graph.edges);
    if (graph.values != NULL) {
        options->graph_hash = matrix_hash(options->graph_hash, graph.values, graph.m * sizeof *graph.values);
    }
    if (graph.unpacked != NULL) { /* stays open: workers, which may start no gzip, read it */
        snprintf(packed, sizeof packed, "%s", options->graph);
        snprintf(unpacked, sizeof unpacked, "/proc/%ld/fd/%d", (long)getpid(), fileno(graph.unpacked));
        graph.unpacked = NULL;
    }
    if (strcmp(options->graph, packed) == 0) {
        memcpy(options->graph_unpacked, unpacked, sizeof unpacked);
    }
    graph_free(&graph);
    return failed;
}

/* The first of the given options that has these bits, and not the others; NULL: there is none. */
static const char *first_given(const OwnOptions *own, unsigned bits, unsigned others)
{
    for (size_t i = 0; i < own->count; i++) {
        if (own->given[i] && (own->commands[i] & (bits | others)) == bits) {
            return own->options[i].name;
        }
    }
    return NULL;
}

/* ---- programs ---- */

int options_program(const RunOptions *options, const char *text, const char *name, const char *parameters,
                    const Point *at, Program **made, Error *error)
{
    Program *program = *made = calloc(1, sizeof *program);
    if (program == NULL) {
        return error_set(error, "no memory for the program of --command");
    }
    if (strlen(text) > PROGRAM_MOST_TEXT) {
        return error_set(error,
                         "--command: the text has %zu bytes, at most %d are allowed; put it into a script",
                         strlen(text), PROGRAM_MOST_TEXT);
    }
    ProgramSpec *spec = &program->spec;
    spec->shell = options->shell;
    snprintf(spec->text, sizeof spec->text, "%s", text);
    snprintf(spec->parameters, sizeof spec->parameters, "%s", parameters);
    for (size_t i = 0; i < PROGRAM_OPTIONS; i++) {
        const char *value = options->of_programs[i];
        snprintf(spec->option[i], sizeof spec->option[i], "%s", value != NULL ? value : "");
    }
    return program_make(program, name, at, error);
}

/* Options of programs that exclude each other, or others. */
static int check_program_options(const OwnOptions *own, const RunOptions *options, Error *error)
{
    const bool any = options->commands.count > 0;
    const char *alone = any ? NULL : first_given(own, PROGRAMS, 0);
    const char *unfit = any ? first_given(own, UNFIT, 0) : NULL;
    if (alone != NULL) {
        return error_set(error, "--%s is for programs; give one by --command './program {n}'", alone);
    }
    if (unfit != NULL) {
        return error_set(
            error, "--%s does not apply to --command, of which a sample is one process; leave it out", unfit);
    }
    if (any && options->weak) {
        return error_set(error, "--weak: how the work of a command grows with n is unknown; give --zip "
                                "size,threads with a size for each number of threads");
    }
    if (any && options->names.count > 0 && options->names.count != options->commands.count) {
        return error_set(error, "--name has %zu names for %zu commands; give one for each",
                         options->names.count, options->commands.count);
    }
    return 0;
}

/* Has each placeholder values, and each given axis a placeholder? */
static int check_placeholders(const RunOptions *options, Error *error)
{
    static const AxisId ids[] = {AXIS_ID_SIZE, AXIS_ID_TYPE, AXIS_ID_SCHEDULE, AXIS_ID_BLOCK, AXIS_ID_TILE};
    for (size_t k = 0; k < sizeof ids / sizeof ids[0]; k++) {
        const AxisId id = ids[k];
        const Axis *axis = &options->axes[id];
        const char *name = axis_table[id].name, *placeholder = program_placeholders[id];
        const bool reads = (options->placeholders & 1u << id) != 0;
        if (reads && axis->count == 0 && id != AXIS_ID_SCHEDULE) {
            return error_set(error, "--command has {%s}; give its values by --%s", placeholder, name);
        }
        if (!reads && axis->given) {
            return error_set(error, "--%s has no effect, as no command has {%s}; add it, or leave out --%s",
                             name, placeholder, name);
        }
    }
    return 0;
}

/* Adds the program of a command line with these parameters ("alpha=0.1;file=a"), or those of each size if its
 * name has {n}. One reads the threads if it has a placeholder for them, or if they are given. */
static int add_programs(RunOptions *options, size_t command, const char *parameters, Error *error)
{
    const Axis *sizes = &options->axes[AXIS_ID_SIZE];
    const char *name = options->names.count > 0 ? options->names.names[command] : NULL;
    Program *program;
    size_t k = 0;
    do {
        Point at = {0};
        axis_set(&at, AXIS_ID_SIZE, k < sizes->count ? sizes->values[k] : 0);
        if (options_program(options, options->commands.names[command], name, parameters, &at, &program,
                            error) != 0) {
            free(program);
            return -1;
        }
        options->placeholders |= program->spec.reads;
        if ((program->spec.reads & 1u << AXIS_ID_THREADS) == 0 && options->axes[AXIS_ID_THREADS].count == 0) {
            program->variant.axes &= ~(unsigned)AXIS_THREADS;
        }
        if (options->program_count == MOST_PROGRAMS ||
            array_append(&options->programs, &options->program_count, &program, sizeof(Program *)) != 0) {
            free(program);
            return error_set(error, "more than %d combinations of parameters; give fewer values",
                             MOST_PROGRAMS);
        }
    } while (program->size != 0 && ++k < sizes->count);
    return 0;
}

/* Has the command line, or an option of all, the placeholder of "NAME=VALUES"? */
static bool uses(const RunOptions *options, size_t command, const char *parameter)
{
    char placeholder[TEXT_MOST + 1];
    snprintf(placeholder, sizeof placeholder, "{%.*s}", (int)strcspn(parameter, "="), parameter);
    bool used = strstr(options->commands.names[command], placeholder) != NULL;
    for (size_t i = 0; i < PROGRAM_OPTIONS; i++) {
        used =
            used || (options->of_programs[i] != NULL && strstr(options->of_programs[i], placeholder) != NULL);
    }
    return used;
}

/* Adds the programs of a command line with these parameters and all values of the others that it uses, from
 * number `i` on. */
static int cross(RunOptions *options, size_t command, size_t i, const char *before, Error *error)
{
    const Names *given = &options->parameters;
    while (i < given->count && !uses(options, command, given->names[i])) {
        i++;
    }
    if (i == given->count) {
        return add_programs(options, command, before, error);
    }
    const char *name = given->names[i], *rest = name + strcspn(name, "=");
    const int length = (int)(rest - name);
    int failed = 0;
    do {
        char with[TEXT_MOST + 1];
        const char *value = rest + 1;
        rest = value + strcspn(value, ",");
        const int used = snprintf(with, sizeof with, "%s%s%.*s=%.*s", before, before[0] != '\0' ? ";" : "",
                                  length, name, (int)(rest - value), value);
        failed = used <= TEXT_MOST
                     ? cross(options, command, i + 1, with, error)
                     : error_set(error, "--param: the values of a point have more than %d bytes", TEXT_MOST);
    } while (failed == 0 && *rest != '\0');
    return failed;
}

static int make_programs(const OwnOptions *own, RunOptions *options, Error *error)
{
    if (check_program_options(own, options, error) != 0) {
        return -1;
    }
    for (size_t i = 0; i < options->commands.count; i++) {
        const size_t first = options->program_count;
        if (cross(options, i, 0, "", error) != 0) {
            return -1;
        }
        const char *name = options->programs[first]->name;
        for (size_t k = 0; k < first; k++) {
            if (strcmp(options->programs[k]->name, name) == 0) {
                return error_set(error,
                                 "two commands have the name '%s'; give each its own, as in --name %s_a,%s_b",
                                 name + 4, name + 4, name + 4);
            }
        }
    }
    for (size_t k = 0; k < options->parameters.count; k++) {
        const char *name = options->parameters.names[k];
        const int length = (int)strcspn(name, "=");
        size_t i = 0;
        while (i < options->commands.count && !uses(options, i, name)) {
            i++;
        }
        if (i == options->commands.count) {
            return error_set(error,
                             "--param %.*s has no effect, as no command has {%.*s}; add it, or leave out "
                             "--param",
                             length, name, length, name);
        }
    }
    return options->commands.count > 0 ? check_placeholders(options, error) : 0;
}

/* Options that exclude each other. */
static int check_together(const OwnOptions *own, const RunOptions *options, Error *error)
{
    if (options->rule.max_time_s <= 0.0 || options->timeout_s <= 0.0) {
        return error_set(error, "--%s 0: give more than 0 seconds",
                         options->timeout_s <= 0.0 ? "timeout" : "max-time");
    }
    if (options->manifest != NULL && (options->workload != NULL || first_given(own, PLAN, BESIDE) != NULL)) {
        return error_set(error,
                         "--manifest already contains the points; leave out the workload, its axes, input, "
                         "experiment and stopping rule");
    }
    bool graphs = options->workload == NULL || options->workload->takes_graph;
    if ((options->graph != NULL || options->edges != 0) && !graphs) {
        return error_set(error, "--%s is for workloads on graphs, which %s is not; try apsp or spmv",
                         options->graph != NULL ? "graph" : "edges", options->workload->name);
    }
    if (options->graph != NULL && (options->edges != 0 || options->axes[AXIS_ID_SIZE].given)) {
        return error_set(error, "--graph FILE sets the size and edges; leave out --size and --edges");
    }
    if (options->file_values &&
        (options->graph == NULL || options->workload == NULL || !options->workload->takes_pattern)) {
        return error_set(error, "--values file needs a matrix that has some: spmv --graph FILE");
    }
    if (options->weak && options->graph != NULL) {
        return error_set(error,
                         "--weak: a graph file has one size and cannot grow with the threads; leave out "
                         "--graph");
    }
    if (options->weak && options->edges != 0 && options->workload != NULL &&
        options->workload->takes_pattern) {
        return error_set(error,
                         "--weak: %s with a given number of edges does the same work at every n; leave out "
                         "--edges, which then are 16 n",
                         options->workload->name);
    }
    return 0;
}

/* Is the plug-in compiled for ThreadSanitizer? Its table of symbols has a call of it then. */
static bool is_instrumented(const char *path)
{
    char *word = NULL;
    size_t room = 0;
    bool found = false;
    FILE *file = fopen(path, "re");
    while (file != NULL && !found && getdelim(&word, &room, '\0', file) > 0) {
        found = strcmp(word, "__tsan_init") == 0;
    }
    if (file != NULL) {
        fclose(file);
    }
    free(word);
    return found;
}

static int check_race(const Names *plugins, Error *error)
{
    for (size_t i = 0; i < plugins->count; i++) {
        if (!is_instrumented(plugins->names[i])) {
            return error_set(error, "--race: %.400s is not compiled for it; make it by speedup build --race",
                             plugins->names[i]);
        }
    }
    return plugins->count > 0
               ? environment_race(error)
               : error_set(error, "--race is for plug-ins; give --plugin, or run make tsan for "
                                  "the program's own variants");
}

int options_parse(int argc, char **argv, RunOptions *options, Error *error)
{
    bool check = strcmp(argv[0], "check") == 0;
    OwnOptions own;
    Words words;
    *options = (RunOptions){
        .seed = 1,
        .warmup_s = 0.005,
        /* complete_samples sets max_samples */
        .rule = {.min_samples = 1, .rounds = 7, .most_rounds = 14, .precision = 0.02, .max_time_s = 10.0},
        .skip_over_s = INFINITY,
        .time_limit_s = INFINITY,
        .timeout_s = 300.0,
        .oversubscribe = check, /* tests uneven distributions on any machine */
        .awkward = check,
        .color = "auto",
    };
    for (int id = 0; id < AXIS_IDS; id++) {
        options->axes[id].id = (AxisId)id;
    }
    choose_options(argv[0], &own);
    const Usage usage = {
        .command = argv[0],
        .options = own.options,
        .count = own.count,
        .given = own.given,
        .most = 1,
    };
    if (arguments_read(&usage, argc, argv, options, &words, error) != 0) {
        return -1;
    }
    options->help = words.help;
    if (words.help) {
        return 0;
    }
    const bool programs = options->commands.count > 0;
    if (words.count == 0 && !check && options->manifest == NULL && !programs) {
        return error_set(error, "name a workload, as in: speedup %s matmul --size 512", argv[0]);
    }
    if (programs && words.count > 0 && strcmp(words.word[0], workload_command.name) != 0) {
        return error_set(error, "%s: --command takes the place of a workload; leave out one of them",
                         words.word[0]);
    }
    if ((options->race && check_race(&options->plugins, error) != 0) ||
        plugins_add(&options->plugins, error) != 0) {
        return -1;
    }
    if (programs) {
        options->workload = &workload_command;
    } else if (words.count > 0 && (options->workload = nearest_workload(words.word[0], error)) == NULL) {
        return -1;
    }
    bool wrong = environment_apply(options, error) != 0 || (check && complete_axes(options, error) != 0) ||
                 complete_samples(&options->rule, error) != 0 || check_together(&own, options, error) != 0 ||
                 make_programs(&own, options, error) != 0 || read_graph(options, error) != 0;
    return wrong ? -1 : 0;
}

void options_free(RunOptions *options)
{
    free(options->plugins.names);
    free(options->variants.names);
    free(options->commands.names);
    free(options->names.names);
    for (size_t i = 0; i < options->program_count; i++) {
        free(options->programs[i]->other);
        free(options->programs[i]);
    }
    free(options->programs);
    free(options->parameters.names);
    for (int id = 0; id < AXIS_IDS; id++) {
        axis_free(&options->axes[id]);
    }
    *options = (RunOptions){0};
}
