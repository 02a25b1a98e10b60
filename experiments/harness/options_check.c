/* What no single option can judge: the workload's name, options that exclude each other, the graph
 * file, defaults that depend on one another. See options.h. */
#include <getopt.h>
#include <string.h>

#include "common/graph/graph.h"
#include "common/matrix.h"
#include "experiments/harness/environment.h"
#include "experiments/harness/nearest.h"
#include "experiments/harness/options.h"

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

int options_complete(int argc, char **argv, RunOptions *options, Error *error)
{
    bool check = strcmp(argv[0], "check") == 0;
    return parse_workload(argc, argv, check, options, error) != 0 || environment_apply(options, error) != 0 ||
                   complete_samples(&options->rule, error) != 0 || check_together(options, error) != 0 ||
                   read_graph(options, error) != 0
               ? -1
               : 0;
}
