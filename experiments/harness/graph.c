/* `speedup graph`: makes, converts and describes graph files (common/graph/graph.h).
 *
 * Everything on the command line is checked before anything is read or written;
 * a file appears under its name only when it is whole. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/graph/graph.h"
#include "common/random.h"
#include "common/size.h"
#include "experiments/harness/ask/nearest.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/talk.h"

enum {
    MAX_EDGES = INT32_MAX,
    /* With more vertices a path of the heaviest edges could reach "unreachable". */
    MAX_VERTICES = (GRAPH_UNREACHABLE - 1) / GRAPH_MAX_WEIGHT + 1,
};

/* Options with a value, as they stand on the command line; NULL where not given. */
typedef enum OptionId { SIZE, EDGES, SEED, IN, OUT, FORMAT, OPTIONS } OptionId;

static const char *const option_names[OPTIONS] = {
    [SIZE] = "--size", [EDGES] = "--edges", [SEED] = "--seed",
    [IN] = "--in",     [OUT] = "--out",     [FORMAT] = "--format",
};

typedef struct GraphOptions {
    const char *text[OPTIONS];
    size_t n, m;
    uint64_t seed;
    GraphFormat format;
    bool help;
} GraphOptions;

static void print_help(void)
{
    printf(
        "usage: speedup graph --size N [--edges M] [--seed S] --out FILE [--format F]   make a random graph\n"
        "       speedup graph --in FILE --out FILE [--format F]                         convert\n"
        "       speedup graph FILE                                                      describe\n"
        "\n"
        "  --size N     vertices, 1 to %d\n"
        "  --edges M    edges, 0 to %d [16 N, at most N (N - 1)]; weights are 1 to %d, no loops\n"
        "  --seed S     seed of the generator [1]\n"
        "  --in FILE    a graph file; its format is told by its content\n"
        "  --out FILE   where the graph is written; replaced when it is whole\n"
        "  --format F   binary, dimacs or matrix-market [by the ending .bin, .gr, .mtx; else binary]\n"
        "\n"
        "binary: little-endian 32-bit integers n, m, then m triples source, target, weight, from 0.\n",
        MAX_VERTICES, MAX_EDGES, GRAPH_MAX_WEIGHT);
}

/* ---- the command line ---- */

static int parse_number(const GraphOptions *options, OptionId id, uint64_t least, uint64_t most,
                        uint64_t *value, Error *error)
{
    const char *text = options->text[id];
    size_t digits = strspn(text, "0123456789");
    errno = 0;
    unsigned long long parsed = strtoull(text, NULL, 10);
    if (digits == 0 || text[digits] != '\0' || errno != 0 || parsed < least || parsed > most) {
        return error_set(error, "%s %s: give a whole number from %" PRIu64 " to %" PRIu64, option_names[id],
                         text, least, most);
    }
    *value = parsed;
    return 0;
}

static int unknown_option(const char *given, Error *error)
{
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(given, "="), given);
    Nearest nearest = nearest_to(name);
    for (int i = 0; i < OPTIONS; i++) {
        nearest_offer(&nearest, option_names[i]);
    }
    char hint[160];
    return error_set(error, "there is no option %s%s (speedup graph --help shows all)", name,
                     nearest_hint(&nearest, hint, sizeof hint));
}

static int parse_words(int argc, char **argv, GraphOptions *options, Error *error)
{
    struct option table[OPTIONS + 2] = {[OPTIONS] = {"help", no_argument, NULL, 'h'}};
    for (int i = 0; i < OPTIONS; i++) {
        table[i] = (struct option){option_names[i] + 2, required_argument, NULL, 256 + i};
    }
    optind = 0;
    opterr = 0;
    int code;
    while ((code = getopt_long(argc, argv, ":h", table, NULL)) != -1) {
        if (code == 'h') {
            options->help = true;
        } else if (code == ':') {
            return error_set(error, "%s needs a value", argv[optind - 1]);
        } else if (code == '?') {
            return unknown_option(argv[optind - 1], error);
        } else if (optarg[0] == '\0') {
            return error_set(error, "%s: the value is empty", option_names[code - 256]);
        } else {
            options->text[code - 256] = optarg;
        }
    }
    if (optind < argc && options->text[IN] == NULL) {
        options->text[IN] = argv[optind++];
    }
    if (optind < argc) {
        return error_set(error, "'%s' is one word too many; one graph a call", argv[optind]);
    }
    return 0;
}

/* No loops and, for most graphs, no need for parallel edges: n (n - 1), as `run` counts. */
static uint64_t most_edges(uint64_t n)
{
    size_t most = n == 0 ? 0 : size_mul(n, n - 1);
    return most < MAX_EDGES ? most : MAX_EDGES;
}

/* What the options mean together. */
static int check_options(GraphOptions *options, Error *error)
{
    const char *const *text = options->text;
    uint64_t n = 0, m;
    bool makes = text[SIZE] != NULL;
    if (makes == (text[IN] != NULL)) {
        return error_set(error, makes ? "--size makes a random graph and --in reads one; give one of them"
                                      : "give --size N and --out FILE to make a random graph, or the file to "
                                        "describe (speedup graph --help)");
    }
    if (!makes && (text[EDGES] != NULL || text[SEED] != NULL)) {
        return error_set(error, "%s is for random graphs, with --size; a file brings its own edges",
                         option_names[text[EDGES] != NULL ? EDGES : SEED]);
    }
    if (text[OUT] == NULL && (makes || text[FORMAT] != NULL)) {
        return error_set(error, "%s needs --out FILE, where the graph is written",
                         option_names[makes ? SIZE : FORMAT]);
    }
    options->seed = 1;
    if ((makes && parse_number(options, SIZE, 1, MAX_VERTICES, &n, error) != 0) ||
        (text[SEED] != NULL && parse_number(options, SEED, 0, UINT64_MAX, &options->seed, error) != 0)) {
        return -1;
    }
    m = graph_default_edges(n);
    if (text[EDGES] != NULL && parse_number(options, EDGES, 0, most_edges(n), &m, error) != 0) {
        return n == 1
                   ? error_set(error, "--edges %s: one vertex has no edges, as a random graph has no loops",
                               text[EDGES])
                   : -1;
    }
    options->n = n;
    options->m = m < MAX_EDGES ? m : MAX_EDGES;
    if (text[FORMAT] == NULL) {
        options->format = GRAPH_BINARY;
        (void)graph_format_parse(text[OUT], &options->format); /* an ending that says nothing: binary */
    } else if (strchr(text[FORMAT], '.') != NULL || graph_format_parse(text[FORMAT], &options->format) != 0) {
        return error_set(error, "--format %s: give binary, dimacs or matrix-market", text[FORMAT]);
    }
    return 0;
}

/* Can `path` be written? Asked before the work is done. */
static int check_output(const char *path, Error *error)
{
    struct stat status;
    bool exists = stat(path, &status) == 0;
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? strdup(".") : strndup(path, slash == path ? 1 : (size_t)(slash - path));
    int failed = 0;
    if (folder == NULL) {
        failed = error_set(error, "no memory for the name of %s", path);
    } else if (exists && S_ISDIR(status.st_mode)) {
        failed = error_set(error, "--out %s: is a folder; name a file in it", path);
    } else if (access(exists ? path : folder, W_OK) != 0) {
        failed = error_set(error, "--out %s: cannot write: %s; name a file in a folder that can be written",
                           path, strerror(errno));
    }
    free(folder);
    return failed;
}

/* ---- describing ---- */

static int compare_counts(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* Prints what the degrees and weights say. `degree` and `linked` hold n zeros. */
static void print_facts(const Graph *graph, uint32_t *degree, bool *linked)
{
    size_t n = graph->n, m = graph->m, loops = 0, isolated = 0;
    int32_t lightest = INT32_MAX, heaviest = 0;
    for (size_t i = 0; i < m; i++) {
        Edge edge = graph->edges[i];
        bool loop = edge.source == edge.target;
        degree[edge.source]++;
        loops += loop;
        linked[edge.source] = linked[edge.source] || !loop;
        linked[edge.target] = linked[edge.target] || !loop;
        lightest = edge.weight < lightest ? edge.weight : lightest;
        heaviest = edge.weight > heaviest ? edge.weight : heaviest;
    }
    for (size_t v = 0; v < n; v++) {
        isolated += !linked[v];
    }
    qsort(degree, n, sizeof *degree, compare_counts);
    double pairs = (double)n * (double)(n - 1);
    printf("n: %zu\nm: %zu\n", n, m);
    printf("density: %.6g\n", n > 1 ? (double)m / pairs : 0.0);
    if (m > 0) {
        printf("weight min: %d\nweight max: %d\n", lightest, heaviest);
    }
    printf("self loops: %zu\nisolated vertices: %zu\n", loops, isolated);
    size_t low = (n - 1) / 2, high = n / 2; /* the same when n is odd */
    double median = ((double)degree[low] + degree[high]) / 2.0;
    printf("out-degree min: %u\nout-degree median: %.1f\nout-degree max: %u\n", degree[0], median,
           degree[n - 1]);
}

static int describe(const char *path, Error *error)
{
    Graph graph = {0};
    GraphFormat format;
    uint32_t *degree = NULL;
    bool *linked = NULL;
    int code = EXIT_USAGE;
    if (graph_read_header(path, &graph.n, &graph.m, &format, error) != 0 ||
        graph_read(path, &graph, error) != 0) {
        goto cleanup;
    }
    code = EXIT_POINT;
    degree = calloc(graph.n, sizeof *degree);
    linked = calloc(graph.n, sizeof *linked);
    if (degree == NULL || linked == NULL) {
        error_set(error, "%s: no memory for the degrees of %zu vertices", path, graph.n);
        goto cleanup;
    }
    printf("file: %s\nformat: %s\n", path, graph_format_name(format));
    print_facts(&graph, degree, linked);
    if (fflush(stdout) != 0 && !reader_left()) {
        error_set(error, "cannot write to the standard output: %s", strerror(errno));
        goto cleanup;
    }
    code = EXIT_OK;
cleanup:
    free(degree);
    free(linked);
    graph_free(&graph);
    return code;
}

/* ---- making and converting ---- */

static int write_graph(const GraphOptions *options, Error *error)
{
    const char *in = options->text[IN], *out = options->text[OUT];
    Graph graph = graph_random(options->n, options->m, random_stream(options->seed, 0));
    if (check_output(out, error) != 0 || (in != NULL && graph_read(in, &graph, error) != 0)) {
        return EXIT_USAGE;
    }
    int code = EXIT_POINT;
    if (graph_write(out, &graph, options->format, error) == 0) {
        fprintf(stderr, "wrote %s: %s, n = %zu, m = %zu\n", out, graph_format_name(options->format), graph.n,
                graph.m);
        code = EXIT_OK;
    }
    graph_free(&graph);
    return code;
}

int command_graph(int argc, char **argv)
{
    GraphOptions options = {0};
    Error error;
    if (parse_words(argc, argv, &options, &error) != 0) {
        return complain(&error, EXIT_USAGE);
    }
    if (options.help) {
        print_help();
        return EXIT_OK;
    }
    if (check_options(&options, &error) != 0) {
        return complain(&error, EXIT_USAGE);
    }
    int code = options.text[OUT] == NULL ? describe(options.text[IN], &error) : write_graph(&options, &error);
    return code == EXIT_OK ? EXIT_OK : complain(&error, code);
}
