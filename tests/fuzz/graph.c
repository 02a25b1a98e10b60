/* Graph files of every format: refused with a message, or all edges are between vertices of the graph. */
#include "common/graph/graph.h"
#include "tests/fuzz/input.h"

enum { MOST_VERTICES = 1 << 16 }; /* so that the rows are made in no time */

static void require_edges(const Graph *graph, Error *error)
{
    GraphRows rows;
    for (size_t i = 0; i < graph->m; i++) {
        const Edge edge = graph_edge(graph, i);
        fuzz_require(edge.source >= 0 && (size_t)edge.source < graph->rows && edge.target >= 0 &&
                         (size_t)edge.target < graph->n && edge.weight >= 0,
                     "an edge is between vertices and has a weight");
    }
    if (graph->n <= MOST_VERTICES) {
        fuzz_require(graph_rows(graph, GRAPH_ALL_BY_SOURCE, &rows, error) == 0 && rows.m == graph->m,
                     "the rows contain all edges");
        graph_rows_free(&rows);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    Graph graph = {0};
    Error error = {0};
    for (GraphUse use = GRAPH_WEIGHTS; use <= GRAPH_VALUES; use++) {
        if (graph_read(path, use, &graph, &error) != 0) {
            fuzz_require_message(&error);
            continue;
        }
        require_edges(&graph, &error);
        graph_free(&graph);
    }
    return 0;
}
