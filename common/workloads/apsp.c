/* apsp: all-pairs shortest paths, the closure of a matrix of edge weights, in place.
 *
 * Input and output are int32 (graph.h): 0 on the diagonal, GRAPH_UNREACHABLE without an edge or path. The
 * cost is that of Floyd and Warshall, n^3 relaxations d[i][j] = min(d[i][j], d[i][k] + d[k][j]), for every
 * variant. A variant that does fewer, such as Dijkstra on a sparse graph, may exceed the machine's ceiling:
 * no rate is impossible here, so `step` is STEP_ANY.
 *
 * With several iterations the drivers restore the input before each, so that every one closes the same graph.
 */
#include "common/graph/graph.h"
#include "common/matrix.h"
#include "common/random.h"
#include "common/size.h"
#include "common/verify/accuracy.h"
#include "common/verify/verify.h"
#include "common/workloads/costs.h"

/* Every matrix of a point has its own graph, unless it comes from a file. */
static Graph random_graph(const Point *point, const Input *input, size_t index)
{
    Graph graph = graph_random(point->n, point->edges, random_stream(input->seed, index));
    graph.kind = input->kind;
    if (input->kind == INPUT_SPARSE) {
        graph.m = size_min(graph.m, point->n / 2);
    }
    if (input->changed != 0) {
        graph.changed = 1 + matrix_changed_row(input, point->n);
    }
    return graph;
}

static int fill(const Point *point, const Input *input, size_t index, void *const inputs[MOST_INPUTS],
                Error *error)
{
    void *a = inputs[OPERAND_A];
    if (input->graph != NULL) {
        return graph_read_matrix(input->graph, point->n, a, input->fill_s, error);
    }
    if (point->edges > 0 && point->n < 2) {
        return error_set(error,
                         "a graph of %zu vertex has no room for %zu edges: a random graph has no loops",
                         point->n, point->edges);
    }
    Graph graph = random_graph(point, input, index);
    graph_to_matrix(&graph, a);
    return 0;
}

static int verify(const Computed *result, Accuracy *accuracy, Error *error)
{
    *accuracy = ACCURACY_EXACT;
    const Input *input = result->input;
    const size_t n = result->point->n;
    /* Another stream than that of the edges: the sampled rows must be independent of the graph. */
    uint64_t seed = random_stream(input->seed, UINT64_MAX - result->index);
    Graph graph = random_graph(result->point, input, result->index);
    if (input->graph != NULL && graph_read(input->graph, GRAPH_WEIGHTS, &graph, error) != 0) {
        return -1;
    }
    const int status = graph.n == n
                           ? verify_distances(&graph, result->out, seed, error)
                           : error_set(error, "%s: has %zu vertices now, not %zu", input->graph, graph.n, n);
    graph_free(&graph);
    return status;
}

const Workload workload_apsp = {
    .name = "apsp",
    .idea = "all-pairs shortest paths: n x n distances from edge weights, in place",
    .types = INT32,
    .default_type = TYPE_INT32,
    .default_sizes = "256,512,1024",
    .inputs = 0,
    .in_place = true,
    .takes_graph = true,
    .ceiling = "add_min",
    .packed_ceiling = "add_min_packed",
    .work = cost_of_steps,
    .rate_unit = unit_of_relaxations,
    .fill = fill,
    .verify = verify,
};
