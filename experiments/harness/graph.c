/* `speedup graph`: makes, converts and describes graph files (common/graph/graph.h).
 *
 * The command line is checked before anything is read or written. An output file appears under its name when
 * it is complete. */
#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/graph/graph.h"
#include "common/random.h"
#include "common/size.h"
#include "common/system/array.h"
#include "common/text/text.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"

enum {
    MAX_EDGES = INT32_MAX,
    /* With more vertices a path of the heaviest edges could reach "unreachable". */
    MAX_VERTICES = (GRAPH_UNREACHABLE - 1) / GRAPH_MAX_WEIGHT + 1,
};

/* ---- the command line ---- */

/* Numbers stay texts here, since the limits of one depend on another; NULL: not given. */
typedef struct GraphOptions {
    const char *size, *edges, *seed, *in, *out, *format;
} GraphOptions;

static GraphOptions options;

_Static_assert(MAX_VERTICES == 10737419 && MAX_EDGES == 2147483647 && GRAPH_MAX_WEIGHT == 100,
               "see the help");

#define AT(field) offsetof(GraphOptions, field)

static const Option graph_options[] = {
    {"size", "N", take_text, AT(size), "vertices, 1 to 10737419", NULL},
    {"edges", "M", take_text, AT(edges), "edges, 0 to 2147483647; weights are 1 to 100, no loops",
     "16 N, at most N (N - 1)"},
    {"seed", "S", take_text, AT(seed), "seed of the generator", "1"},
    {"in", "FILE", take_path, AT(in), "a graph file; its content determines the format", NULL},
    {"out", "FILE", take_path, AT(out), "output file; replaced when the graph is complete", NULL},
    {"format", "F", take_text, AT(format), "binary, dimacs or matrix-market",
     "by the suffix .bin, .gr, .mtx; else binary"},
};

static const Usage usage = {
    .command = "graph",
    .before =
        "Usage: speedup graph --size N [--edges M] [--seed S] --out FILE [--format F]   make a random graph\n"
        "       speedup graph --in FILE --out FILE [--format F]                         convert\n"
        "       speedup graph FILE                                                      describe",
    .after =
        "binary: little-endian 32-bit integers n, m, then m triples source, target, weight, from 0.\n"
        "Files that are read may also be edge lists ('# ' comments, 'from to [weight]', ids from 0, as of\n"
        "SNAP; n is the largest id + 1) and METIS graphs, and each may be packed by gzip. Matrices may have\n"
        "any values and any shape to be described and for spmv; apsp and conversion need whole weights of 0\n"
        "or more. `speedup inputs apsp --graph FILE` writes the right distances.",
    OPTIONS(graph_options),
    .most = 1,
};

static int parse_number(const char *name, const char *text, uint64_t least, uint64_t most, uint64_t *value,
                        Error *error)
{
    return parse_whole(text, least, most, value)
               ? 0
               : error_set(error, "--%s %s: give a whole number from %" PRIu64 " to %" PRIu64, name, text,
                           least, most);
}

/* Makes the random graph of the options. */
static int choose_graph(Graph *graph, Error *error)
{
    uint64_t n = 0, m, seed = 1;
    if (parse_number("size", options.size, 1, MAX_VERTICES, &n, error) != 0 ||
        (options.seed != NULL && parse_number("seed", options.seed, 0, UINT64_MAX, &seed, error) != 0)) {
        return -1;
    }
    m = graph_default_edges(n);
    uint64_t most = size_mul(n, n - 1); /* without loops and parallel edges, as in `run` */
    most = most < MAX_EDGES ? most : MAX_EDGES;
    if (options.edges != NULL && parse_number("edges", options.edges, 0, most, &m, error) != 0) {
        return n == 1
                   ? error_set(error, "--edges %s: one vertex has no edges, as a random graph has no loops",
                               options.edges)
                   : -1;
    }
    *graph = graph_random(n, m < MAX_EDGES ? m : MAX_EDGES, random_stream(seed, 0));
    return 0;
}

/* Checks between options. `format` is unchanged if none is given. */
static int check_options(GraphFormat *format, Error *error)
{
    bool makes = options.size != NULL;
    if (makes == (options.in != NULL)) {
        return error_set(error, makes ? "--size makes a random graph and --in reads one; give one of them"
                                      : "give --size N and --out FILE to make a random graph, or the file to "
                                        "describe (speedup graph --help)");
    }
    if (!makes && (options.edges != NULL || options.seed != NULL)) {
        return error_set(error, "--%s is for random graphs, with --size; a file contains its edges",
                         options.edges != NULL ? "edges" : "seed");
    }
    if (options.out == NULL && (makes || options.format != NULL)) {
        return error_set(error, "--%s needs --out FILE for the graph", makes ? "size" : "format");
    }
    if (options.format == NULL) {
        (void)graph_format_parse(options.out, format); /* an unknown suffix: binary */
    } else if (strchr(options.format, '.') != NULL || graph_format_parse(options.format, format) != 0) {
        return error_set(error, "--format %s: give binary, dimacs or matrix-market", options.format);
    }
    return 0;
}

/* Can `path` be written? Checked before the work. */
static int check_output(const char *path, Error *error)
{
    struct stat status;
    bool exists = stat(path, &status) == 0;
    char folder[TEXT_MOST_PATH + 1];
    if (exists && S_ISDIR(status.st_mode)) {
        return error_set(error, "--out %s: is a folder; name a file in it", path);
    }
    snprintf(folder, sizeof folder, "%s", path);
    if (access(exists ? path : dirname(folder), W_OK) != 0) {
        return error_set(error, "--out %s: cannot write: %s; name a file in a folder that can be written",
                         path, strerror(errno));
    }
    return 0;
}

/* ---- describing ---- */

static int compare_counts(const void *left, const void *right)
{
    return compare_whole(*(const uint32_t *)left, *(const uint32_t *)right);
}

/* Prints facts about degrees and weights. `degree` and `linked` contain a zero for each row or column. */
static void print_facts(const Graph *graph, uint32_t *degree, bool *linked)
{
    size_t n = graph->n, rows = graph->rows, m = graph->m, loops = 0, isolated = 0;
    double lightest = INFINITY, heaviest = -INFINITY;
    const bool square = rows == n;
    for (size_t i = 0; i < m; i++) {
        Edge edge = graph->edges[i];
        bool loop = edge.source == edge.target;
        degree[edge.source]++;
        loops += loop;
        linked[edge.source] = linked[edge.source] || !loop;
        linked[edge.target] = linked[edge.target] || !loop;
        lightest = fmin(lightest, graph->values != NULL ? graph->values[i] : edge.weight);
        heaviest = fmax(heaviest, graph->values != NULL ? graph->values[i] : edge.weight);
    }
    for (size_t v = 0; v < n; v++) {
        isolated += !linked[v];
    }
    qsort(degree, rows, sizeof *degree, compare_counts);
    double pairs = (double)rows * (double)(square ? n - 1 : n);
    if (!square) {
        printf("rows: %zu\n", rows);
    }
    printf("%s: %zu\nm: %zu\n", square ? "n" : "columns", n, m);
    printf("density: %.6g\n", pairs > 0 ? (double)m / pairs : 0.0);
    if (graph->is_complex) {
        printf("weights: complex\n");
    } else if (m > 0) {
        printf("weight min: %.15g\nweight max: %.15g\n", lightest, heaviest);
    }
    if (square) {
        printf("self loops: %zu\nisolated vertices: %zu\n", loops, isolated);
    }
    size_t low = (rows - 1) / 2, high = rows / 2; /* the same when there is an odd number */
    double median = ((double)degree[low] + degree[high]) / 2.0;
    printf("out-degree min: %u\nout-degree median: %.1f\nout-degree max: %u\n", degree[0], median,
           degree[rows - 1]);
}

static int describe(const char *path, Error *error)
{
    Graph graph;
    if (graph_read(path, GRAPH_VALUES, &graph, error) != 0) {
        return -1;
    }
    uint32_t *degree = calloc(graph.rows, sizeof *degree);
    bool *linked = calloc(graph.rows + graph.n, sizeof *linked);
    const bool enough = degree != NULL && linked != NULL;
    if (enough) {
        printf("file: %s\nformat: %s\n", path, graph_format_name(graph.format));
        print_facts(&graph, degree, linked);
    } else {
        error_set(error, "%s: no memory for the degrees of %zu vertices", path, graph.rows);
    }
    free(degree);
    free(linked);
    graph_free(&graph);
    return enough ? EXIT_OK : log_error(error, EXIT_POINT);
}

/* ---- making and converting ---- */

static int write_graph(GraphFormat format, Error *error)
{
    Graph graph = {0};
    if ((options.size != NULL && choose_graph(&graph, error) != 0) || check_output(options.out, error) != 0 ||
        (options.in != NULL && graph_read(options.in, GRAPH_WEIGHTS, &graph, error) != 0)) {
        return -1;
    }
    const int failed = graph_write(options.out, &graph, format, error);
    if (failed == 0) {
        log_info("wrote %s: %s, n = %zu, m = %zu", options.out, graph_format_name(format), graph.n, graph.m);
    }
    graph_free(&graph);
    return failed == 0 ? EXIT_OK : log_error(error, EXIT_POINT);
}

static int run(const Words *words, Error *error)
{
    GraphFormat format = GRAPH_BINARY;
    if (words->count > 0 && options.in != NULL) {
        return error_set(error, "'%s' is one word too many; one graph per call", words->word[0]);
    }
    options.in = words->count > 0 ? words->word[0] : options.in;
    if (check_options(&format, error) != 0) {
        return -1;
    }
    return options.out == NULL ? describe(options.in, error) : write_graph(format, error);
}

const Command command_graph = {&usage, &options, run};
