/* One table drives parsing and help of `run` and `check`. See options.h. */
#include "experiments/harness/ask/options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/graph.h"
#include "common/matrix.h"
#include "common/text.h"
#include "experiments/harness/ask/environment.h"
#include "experiments/harness/ask/nearest.h"

typedef enum Kind {
    KIND_AXIS,
    KIND_NAMES,
    KIND_ZIP,
    KIND_COUNT,
    KIND_SEED,
    KIND_SECONDS,
    KIND_SHARE,
    KIND_TEXT,
    KIND_FLAG,
    KIND_ROUNDS,
    KIND_GROUP
} Kind;

enum { UNTOLD = 2 };

typedef struct Option {
    const char *name, *argument;
    Kind kind;
    size_t where; /* AxisId, or offset in RunOptions */
    int check;    /* `check` takes it too; UNTOLD: and does so anyway, so its help is silent */
    const char *help;
} Option;

#define AT(field) offsetof(RunOptions, field)

static const Option table[] = {
    {"Axes: lists a,b,c or ranges lo:hi, lo:hi:step, lo:hi:xfactor", NULL, KIND_GROUP, 0, true, NULL},
    {"variant", "NAMES", KIND_NAMES, AT(variants), true,
     "names or globs, as cpu/naive,'cpu/openmp*' [all that can run here]"},
    {"type", "LIST", KIND_AXIS, AXIS_ID_TYPE, true, "int32, float32 [the workload's usual type]"},
    {"size", "LIST", KIND_AXIS, AXIS_ID_SIZE, true, "n of the n x n matrices [by workload]"},
    {"threads", "LIST", KIND_AXIS, AXIS_ID_THREADS, true,
     "CPU threads [OMP_NUM_THREADS, or 1,2,4,... processors]"},
    {"schedule", "LIST", KIND_AXIS, AXIS_ID_SCHEDULE, true,
     "static, dynamic, guided, each with :chunk [OMP_SCHEDULE or static]"},
    {"block", "LIST", KIND_AXIS, AXIS_ID_BLOCK, true, "thread block side or blocking factor [by variant]"},
    {"tile", "LIST", KIND_AXIS, AXIS_ID_TILE, true,
     "cache tile side, or patch a GPU thread computes [by variant]"},
    {"matrices", "LIST", KIND_AXIS, AXIS_ID_MATRICES, true, "products in one sample [1]"},
    {"transfer", "LIST", KIND_AXIS, AXIS_ID_TRANSFER, true,
     "GPU: pageable, pinned, overlap-breadth, overlap-depth [pageable]"},
    {"iterations", "LIST", KIND_AXIS, AXIS_ID_ITERATIONS, true,
     "times the work is repeated in one sample [1]"},
    {"zip", "AXIS,AXIS", KIND_ZIP, AT(zipped), false,
     "walk these axes side by side instead of crossing them"},
    {"Input", NULL, KIND_GROUP, 0, true, NULL},
    {"seed", "N", KIND_SEED, AT(seed), true, "seed of the generator [1]"},
    {"graph", "FILE", KIND_TEXT, AT(graph), false,
     "apsp: a graph file (report F's binary, DIMACS .gr, Matrix Market .mtx)"},
    {"edges", "M", KIND_COUNT, AT(edges), true, "apsp: edges of the random graph [16 n]"},
    {"Measuring", NULL, KIND_GROUP, 0, true, NULL},
    {"warmup", "SECONDS", KIND_SECONDS, AT(warmup_s), false,
     "run so long before the first sample of a point [0.005]"},
    {"min-samples", "N", KIND_COUNT, AT(rule.min_samples), false, "samples of a point at least [30]"},
    {"max-samples", "N", KIND_COUNT, AT(rule.max_samples), false, "samples of a point at most [200]"},
    {"precision", "SHARE", KIND_SHARE, AT(rule.precision), false,
     "stop when the 95 % interval of the median is +- this [1%]"},
    {"max-time", "SECONDS", KIND_SECONDS, AT(rule.max_time_s), false,
     "for the samples of a point together [5]"},
    {"timeout", "SECONDS", KIND_SECONDS, AT(timeout_s), true, "for one sample; longer is a timeout [300]"},
    {"rounds", "N", KIND_ROUNDS, AT(rule.rounds), false, "passes over all points, in shuffled order [2]"},
    {"cold", NULL, KIND_FLAG, AT(cold), false, "flush the last-level cache before every sample"},
    {"Placement", NULL, KIND_GROUP, 0, false, NULL},
    {"bind", "POLICY", KIND_TEXT, AT(bind), false,
     "false, true, close, spread, primary [OMP_PROC_BIND or close]"},
    {"places", "PLACES", KIND_TEXT, AT(places), false,
     "threads, cores, sockets or a list [OMP_PLACES or cores]"},
    {"oversubscribe", NULL, KIND_FLAG, AT(oversubscribe), UNTOLD, "allow more threads than processors"},
    {"Output", NULL, KIND_GROUP, 0, true, NULL},
    {"out", "FILE", KIND_TEXT, AT(out), false, "where samples go [results/<machine>/samples.csv]"},
    {"experiment", "NAME", KIND_TEXT, AT(experiment), false,
     "what the points belong to, beside other experiments; in members.csv"},
    {"fresh", NULL, KIND_FLAG, AT(fresh), false, "measure everything anew, also what is done already"},
    {"dry-run", NULL, KIND_FLAG, AT(dry_run), false, "print the points and stop"},
    {"trace", "FILE", KIND_TEXT, AT(trace), false, "GPU: one row an operation: stream, kind, start, end"},
    {"profile", NULL, KIND_FLAG, AT(profile), false,
     "GPU: one sample a point for a profiler around this; to profiled.csv"},
    {"baseline", "VARIANT", KIND_TEXT, AT(baseline), false, "what speedups are against [cpu/naive]"},
    {"quiet", NULL, KIND_FLAG, AT(quiet), true, "no progress, no line a point; only the table"},
    {"color", "WHEN", KIND_TEXT, AT(color), true, "auto, always, never [auto; NO_COLOR is honoured]"},
    {"help", NULL, KIND_FLAG, AT(help), true, "this text"},
};

enum { TABLE_LENGTH = sizeof table / sizeof table[0] };

const CheckDefault check_defaults[AXIS_IDS] = {
    [AXIS_ID_TYPE] = {"int32,float32", NULL},
    [AXIS_ID_SIZE] = {"1,2,31,32,33,63,65,100,257", NULL},
#ifdef _OPENMP
    [AXIS_ID_THREADS] = {"1,3", "OMP_NUM_THREADS"},
#else
    [AXIS_ID_THREADS] = {"1", "OMP_NUM_THREADS"},
#endif
    [AXIS_ID_SCHEDULE] = {"static,dynamic:2,guided", "OMP_SCHEDULE"},
    [AXIS_ID_BLOCK] = {"1,2,4,8,16,32,64,128", NULL},
    [AXIS_ID_TILE] = {"1,2,4,8,16,32,64", NULL},
};

/* The help of an option of `check`, with the default that it has there. */
static void print_check_help(FILE *stream, const Option *option)
{
    const CheckDefault *own = option->kind == KIND_AXIS ? &check_defaults[option->where] : NULL;
    if (own == NULL || own->values == NULL) {
        fprintf(stream, "%s\n", option->help);
        return;
    }
    fprintf(stream, "%.*s[%s%s%s]\n", (int)strcspn(option->help, "["), option->help,
            own->variable != NULL ? own->variable : "", own->variable != NULL ? " or " : "", own->values);
}

void options_help(FILE *stream, bool check)
{
    for (size_t i = 0; i < TABLE_LENGTH; i++) {
        const Option *option = &table[i];
        if (check && option->check != true) {
            continue;
        }
        if (option->kind == KIND_GROUP) {
            fprintf(stream, "\n%s\n", option->name);
            continue;
        }
        char left[48];
        snprintf(left, sizeof left, "--%s %s", option->name,
                 option->argument == NULL ? "" : option->argument);
        fprintf(stream, "  %-24s ", left);
        if (check) {
            print_check_help(stream, option);
        } else {
            fprintf(stream, "%s\n", option->help);
        }
    }
}

static int parse_seconds(const char *text, double *value, Error *error)
{
    char *end;
    double parsed = strtod(text, &end);
    if (end == text || *end != '\0' || !(parsed >= 0.0 && parsed <= 1e9)) {
        return error_set(error, "'%s' is not a time in seconds; give a number such as 0.5 or 10", text);
    }
    *value = parsed;
    return 0;
}

static int parse_share(const char *text, double *value, Error *error)
{
    char *end;
    double parsed = strtod(text, &end);
    if (end != text && *end == '%') {
        parsed /= 100.0;
        end++;
    }
    if (end == text || *end != '\0' || !(parsed > 0.0 && parsed < 1.0)) {
        return error_set(error, "'%s' is not a share between 0 and 1; give 1%% or 0.01", text);
    }
    *value = parsed;
    return 0;
}

static int parse_seed(const char *text, uint64_t *value, Error *error)
{
    size_t digits = strspn(text, "0123456789");
    errno = 0;
    *value = strtoull(text, NULL, 10);
    if (digits == 0 || text[digits] != '\0' || errno != 0) {
        return error_set(error, "'%s' is not a seed; give a whole number from 0 to 2^64 - 1", text);
    }
    return 0;
}

static int append_name(Names *names, const char *name, Error *error)
{
    char **larger = realloc(names->names, (names->count + 1) * sizeof *larger);
    if (larger != NULL) {
        names->names = larger;
        names->names[names->count] = strdup(name);
    }
    if (larger == NULL || names->names[names->count] == NULL) {
        return error_set(error, "no memory for the name %s", name);
    }
    names->count++;
    return 0;
}

static int parse_names(const char *text, Names *names, Error *error)
{
    char *copy = strdup(text);
    int failed = copy != NULL ? 0 : error_set(error, "no memory for the names %s", text);
    for (char *rest = copy; failed == 0 && rest != NULL;) {
        char *item = strsep(&rest, ",");
        failed =
            item[0] != '\0'
                ? append_name(names, item, error)
                : error_set(error, "'%s' has an empty name; give names such as cpu/naive,cpu/openmp", text);
    }
    free(copy);
    return failed;
}

static int parse_zip(const char *text, unsigned *zipped, Error *error)
{
    Names names = {0};
    if (*zipped != 0) {
        return error_set(error, "only one group of axes can be zipped; name them all in one --zip");
    }
    int failed = parse_names(text, &names, error);
    if (failed == 0 && names.count < 2) {
        failed = error_set(error, "'%s' names one axis; zip takes two or more, as size,threads", text);
    }
    for (size_t i = 0; failed == 0 && i < names.count; i++) {
        AxisId id = axis_find(names.names[i]);
        if (id < AXIS_IDS && (*zipped & 1u << id) != 0) {
            failed = error_set(error, "%s is zipped already; one --zip, each axis once", names.names[i]);
        } else if (id == AXIS_IDS) {
            failed = error_set(error,
                               "there is no axis '%s'; axes are type, size, threads, schedule, block, tile, "
                               "matrices, transfer, iterations",
                               names.names[i]);
        } else {
            *zipped |= 1u << id;
        }
    }
    for (size_t i = 0; i < names.count; i++) {
        free(names.names[i]);
    }
    free(names.names);
    return failed;
}

/* A row is one line of fields of some length, so nothing that goes into one may break it. */
static int check_text(const char *text, size_t most, Error *error)
{
    for (const char *at = text; *at != '\0'; at++) {
        if ((unsigned char)*at < ' ' || *at == 127) {
            return error_set(error, "the value has a control character; leave it out");
        }
    }
    if (strlen(text) > most) {
        return error_set(error, "the value has %zu bytes and may have %zu; give a shorter one", strlen(text),
                         most);
    }
    return text[0] != '\0' ? 0 : error_set(error, "the value is empty");
}

static int store(const Option *option, const char *text, RunOptions *options, Error *error)
{
    void *field = (char *)options + option->where;
    size_t count;
    switch (option->kind) {
    case KIND_NAMES:
        return parse_names(text, field, error);
    case KIND_ZIP:
        return parse_zip(text, field, error);
    case KIND_COUNT:
        return parse_count(text, (size_t)1 << 40, field, error);
    case KIND_ROUNDS:
        if (parse_count(text, 1000, &count, error) != 0) {
            return -1;
        }
        *(unsigned *)field = (unsigned)count;
        return 0;
    case KIND_SEED:
        return parse_seed(text, field, error);
    case KIND_SECONDS:
        return parse_seconds(text, field, error);
    case KIND_SHARE:
        return parse_share(text, field, error);
    case KIND_TEXT:
        *(const char **)field = text;
        return check_text(text, option->where == AT(out) ? TEXT_MOST_PATH : TEXT_MOST, error);
    case KIND_FLAG:
        *(bool *)field = true;
        return 0;
    case KIND_AXIS:
    case KIND_GROUP:
        break;
    }
    return axis_parse((AxisId)option->where, text, &options->axes[option->where], error);
}

int usage_bad_word(const char *word, int letter, Error *error)
{
    const char *value = strchr(word, '=');
    if (strncmp(word, "--", 2) == 0 && value != NULL) {
        return error_set(error, "%.*s takes no value", (int)(value - word), word);
    }
    return error_set(error, "there is no option -%c; long options begin with two dashes", letter);
}

static int unknown_option(const char *given, bool check, Error *error)
{
    char name[128], hint[160];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(given, "="), given);
    Nearest nearest = nearest_to(name + strspn(name, "-"));
    for (size_t i = 0; i < TABLE_LENGTH; i++) {
        if (table[i].kind != KIND_GROUP && (!check || table[i].check)) {
            nearest_offer(&nearest, table[i].name);
        }
    }
    bool near = nearest_hint(&nearest, hint, sizeof hint)[0] != '\0';
    return error_set(error, "there is no option %s%s%s%s", name, near ? "; did you mean --" : "",
                     near ? nearest.best : "", near ? "?" : "");
}

/* getopt takes --thread for --threads; a script that relies on it breaks with the next option that
 * begins so, and a slip goes unnoticed. Names must be whole. */
static int check_whole_name(char **argv, const Option *option, bool check, Error *error)
{
    bool apart = option->argument != NULL && optarg == argv[optind - 1];
    const char *given = argv[optind - (apart ? 2 : 1)];
    bool whole = strcspn(given, "=") == strlen(option->name) + 2;
    return whole ? 0 : unknown_option(given, check, error);
}

static int parse_options(int argc, char **argv, bool check, RunOptions *options, Error *error)
{
    struct option long_options[TABLE_LENGTH + 1] = {0};
    size_t known = 0;
    for (size_t i = 0; i < TABLE_LENGTH; i++) {
        if (table[i].kind != KIND_GROUP && (!check || table[i].check)) {
            int argument = table[i].argument == NULL ? no_argument : required_argument;
            long_options[known++] = (struct option){table[i].name, argument, NULL, (int)i + 256};
        }
    }
    optind = 0; /* start over, also after another parse in one process */
    opterr = 0;
    int code;
    while ((code = getopt_long(argc, argv, ":h", long_options, NULL)) != -1) {
        if (code == 'h') {
            options->help = true;
        } else if (code == ':') {
            return error_set(error, "%s needs a value", argv[optind - 1]);
        } else if (code == '?') {
            return optopt == 0 ? unknown_option(argv[optind - 1], check, error)
                               : usage_bad_word(argv[optind - 1], optopt, error);
        } else {
            Error why;
            const Option *option = &table[code - 256];
            if (check_whole_name(argv, option, check, error) != 0) {
                return -1;
            }
            if (store(option, optarg, options, &why) != 0) {
                return option->kind == KIND_AXIS ? error_set(error, "%s", why.text)
                                                 : error_set(error, "--%s: %s", option->name, why.text);
            }
        }
    }
    return 0;
}

enum { USUAL_MIN = 30, USUAL_MAX = 200 };

static int parse_workload(int argc, char **argv, bool check, RunOptions *options, Error *error)
{
    if (optind + 1 < argc) {
        return error_set(error, "'%s' is one word too many; one workload a call", argv[optind + 1]);
    }
    if (optind == argc) {
        return check ? 0 : error_set(error, "name a workload, as in: speedup run matmul --size 512");
    }
    options->workload = nearest_workload(argv[optind], error);
    return options->workload != NULL ? 0 : -1;
}

/* The usual number of samples, as far as it agrees with what was given. */
static int complete_samples(StopRule *rule, Error *error)
{
    if (rule->min_samples == 0) {
        rule->min_samples =
            rule->max_samples != 0 && rule->max_samples < USUAL_MIN ? rule->max_samples : USUAL_MIN;
    }
    if (rule->max_samples == 0) {
        rule->max_samples = rule->min_samples > USUAL_MAX ? rule->min_samples : USUAL_MAX;
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

/* Options that exclude one another. */
static int check_together(const RunOptions *options, Error *error)
{
    if (options->rule.max_time_s <= 0.0 || options->timeout_s <= 0.0) {
        return error_set(error, "--max-time and --timeout must be more than 0 seconds");
    }
    bool graphs = options->workload == NULL || options->workload->takes_graph;
    if ((options->graph != NULL || options->edges != 0) && !graphs) {
        return error_set(error, "--%s is for workloads on graphs, %s is none; try apsp",
                         options->graph != NULL ? "graph" : "edges", options->workload->name);
    }
    if (options->graph != NULL && (options->edges != 0 || options->axes[AXIS_ID_SIZE].given)) {
        return error_set(error, "--graph FILE brings its own size and edges; leave --size and --edges out");
    }
    if (options->color != NULL && strcmp(options->color, "auto") != 0 &&
        strcmp(options->color, "always") != 0 && strcmp(options->color, "never") != 0) {
        return error_set(error, "--color %s: give auto, always or never", options->color);
    }
    return 0;
}

/* What no single option can judge: the workload's name, options that exclude each other, the graph
 * file, defaults that depend on one another. */
static int complete(int argc, char **argv, RunOptions *options, Error *error)
{
    bool check = strcmp(argv[0], "check") == 0;
    return parse_workload(argc, argv, check, options, error) != 0 || environment_apply(options, error) != 0 ||
                   complete_samples(&options->rule, error) != 0 || check_together(options, error) != 0 ||
                   read_graph(options, error) != 0
               ? -1
               : 0;
}

int options_parse(int argc, char **argv, RunOptions *options, Error *error)
{
    bool check = strcmp(argv[0], "check") == 0;
    *options = (RunOptions){
        .seed = 1,
        .warmup_s = 0.005,
        .rule = {.precision = 0.01, .max_time_s = 5.0, .rounds = 2},
        .timeout_s = 300.0,
        .color = "auto",
    };
    if (parse_options(argc, argv, check, options, error) != 0) {
        return -1;
    }
    if (options->help) {
        return 0;
    }
    return complete(argc, argv, options, error);
}

void options_free(RunOptions *options)
{
    for (size_t i = 0; i < options->variants.count; i++) {
        free(options->variants.names[i]);
    }
    free(options->variants.names);
    for (int id = 0; id < AXIS_IDS; id++) {
        axis_free(&options->axes[id]);
    }
    *options = (RunOptions){0};
}
