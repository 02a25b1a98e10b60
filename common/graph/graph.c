/* Random graphs, edge lists and matrices of graphs. See graph.h.
 *
 * Edge i of a random graph is a function of (seed, n, i): it needs no memory, and any thread can compute any
 * edge. */
#include <stdlib.h>
#include <string.h>

#include "common/graph/graph.h"
#include "common/random.h"
#include "common/size.h"
#include "common/timing.h"

Edge graph_random_edge(uint64_t seed, size_t n, size_t i)
{
    uint64_t at = 3 * (uint64_t)i;
    uint64_t source = random_below(random_bits(seed, at), n);
    uint64_t target = random_below(random_bits(seed, at + 1), n - 1);
    uint64_t weight = 1 + random_below(random_bits(seed, at + 2), GRAPH_MAX_WEIGHT);
    target += target >= source; /* uniform over the n - 1 other vertices */
    return (Edge){(int32_t)source, (int32_t)target, (int32_t)weight};
}

Edge graph_edge(const Graph *graph, size_t i)
{
    if (graph->edges != NULL) {
        return graph->edges[i];
    }
    Edge edge = graph_random_edge(graph->seed, graph->n, i);
    const uint64_t bits = random_bits(~graph->seed, i);
    if (graph->rows != graph->n) {
        edge.source = (int32_t)random_below(random_bits(graph->seed, 3 * i), graph->rows);
        edge.target = (int32_t)random_below(random_bits(graph->seed, 3 * i + 1), graph->n);
    }
    switch (graph->kind) {
    case INPUT_SPARSE:
        edge.source &= ~1;
        break;
    case INPUT_SMALL:
        edge.weight = (int32_t)(bits & 1);
        break;
    case INPUT_LARGE:
        edge.source = bits & 1 ? (int32_t)(graph->rows / 2) : edge.source;
        edge.weight = graph_weight_limit(graph->n) - edge.weight;
        break;
    default:
        break;
    }
    if ((size_t)edge.source + 1 == graph->changed) {
        edge.weight = graph->kind == INPUT_SMALL ? 1 - edge.weight : edge.weight > 1 ? edge.weight - 1 : 2;
    }
    return edge;
}

Graph graph_random(size_t n, size_t m, uint64_t seed)
{
    return (Graph){.n = n, .rows = n, .m = m, .seed = seed};
}

size_t graph_default_edges(size_t n)
{
    return size_min(size_mul(16, n), size_mul(n, n - 1)); /* 16 n of no vertex, n (n - 1) of one are 0 */
}

void graph_free(Graph *graph)
{
    free(graph->edges);
    free(graph->values);
    if (graph->unpacked != NULL) {
        fclose(graph->unpacked);
    }
    *graph = (Graph){0};
}

/* ---- formats ---- */

static const struct {
    const char *name, *ending;
} formats[] = {
    [GRAPH_BINARY] = {"binary", ".bin"},
    [GRAPH_DIMACS] = {"dimacs", ".gr"},
    [GRAPH_MATRIX_MARKET] = {"matrix-market", ".mtx"},
    [GRAPH_EDGE_LIST] = {"edge list", ".txt"},
    [GRAPH_METIS] = {"metis", ".graph"},
};

const char *graph_format_name(GraphFormat format)
{
    return formats[format].name;
}

int graph_format_parse(const char *text, GraphFormat *format)
{
    const char *ending = text != NULL ? strrchr(text, '.') : NULL;
    for (int i = 0; text != NULL && i < GRAPH_FORMATS; i++) {
        if (strcmp(text, formats[i].name) == 0 ||
            (ending != NULL && strcmp(ending, formats[i].ending) == 0)) {
            *format = (GraphFormat)i;
            return 0;
        }
    }
    return -1;
}

/* ---- edges into a matrix ---- */

/* Sets the cell to the minimum of itself and `weight`. Threads may compete for a cell with parallel edges. A
 * minimum does not depend on the order, so the matrix does not depend on the threads. */
static void lower(int32_t *cell, int32_t weight)
{
    int32_t seen = __atomic_load_n(cell, __ATOMIC_RELAXED);
    while (weight < seen &&
           !__atomic_compare_exchange_n(cell, &seen, weight, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

void graph_to_matrix(const Graph *graph, int32_t *matrix)
{
    const size_t n = graph->n;
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n; j++) {
                matrix[i * n + j] = i == j ? 0 : GRAPH_UNREACHABLE;
            }
        }
#pragma omp for schedule(static)
        for (size_t i = 0; i < graph->m; i++) {
            const Edge edge = graph_edge(graph, i);
            lower(&matrix[(size_t)edge.source * n + (size_t)edge.target], edge.weight);
        }
    }
}

/* ---- reading ---- */

int graph_read_matrix(const char *path, size_t n, int32_t *matrix, double *fill_s, Error *error)
{
    Graph graph;
    if (graph_read(path, GRAPH_WEIGHTS, &graph, error) != 0) {
        return -1;
    }
    const double start_s = timing_now_s();
    const int failed =
        graph.n == n
            ? 0
            : error_set(error, "%s: has %zu vertices, not %zu; give the file's own size", path, graph.n, n);
    if (failed == 0) {
        graph_to_matrix(&graph, matrix);
    }
    if (fill_s != NULL) {
        *fill_s += timing_now_s() - start_s;
    }
    graph_free(&graph);
    return failed;
}
