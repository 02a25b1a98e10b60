/* Compressed rows and Dijkstra's algorithm: the reference for shortest paths.
 *
 * Dijkstra, A note on two problems in connexion with graphs, 1959, with a binary heap (Williams, Algorithm
 * 232, 1964) and lazy deletion: a vertex whose distance decreases is pushed again, and entries with an
 * outdated distance are skipped. The heap holds at most one entry per edge. The code is independent of the
 * variant cpu/dijkstra, which keeps every vertex in its heap at most once, so that an error in one shows
 * against the other. */
#include <stdlib.h>

#include "common/graph/graph.h"
#include "common/size.h"

/* The row of an edge and the vertex at its other end; false for an edge that is not selected. */
static bool row_of(GraphSelection selection, Edge edge, size_t *row, int32_t *other)
{
    const bool by_target = selection == GRAPH_POSITIVE_BY_TARGET;
    *row = (size_t)(by_target ? edge.target : edge.source);
    *other = by_target ? edge.source : edge.target;
    return selection == GRAPH_ALL_BY_SOURCE || (edge.weight > 0) == by_target;
}

int graph_rows(const Graph *graph, GraphSelection selection, GraphRows *rows, Error *error)
{
    size_t row;
    int32_t other;
    *rows = (GraphRows){.n = graph->n, .row = calloc(graph->n + 2, sizeof *rows->row)};
    /* A counting sort. The counter of row v is entry v + 2, so that after the sums row[v + 1] is where row v
     * begins, and after all edges are placed, where it ends. */
    for (size_t i = 0; rows->row != NULL && i < graph->m; i++) {
        if (row_of(selection, graph_edge(graph, i), &row, &other)) {
            rows->row[row + 2]++;
            rows->m++;
        }
    }
    rows->target = calloc(rows->m + 1, sizeof *rows->target);
    rows->weight = calloc(rows->m + 1, sizeof *rows->weight);
    if (rows->row == NULL || rows->target == NULL || rows->weight == NULL) {
        graph_rows_free(rows);
        error_set(error, "no memory for the rows of a graph of %zu vertices and %zu edges", graph->n,
                  graph->m);
        return error_no_room(error);
    }
    for (size_t v = 0; v < graph->n; v++) {
        rows->row[v + 1] += rows->row[v];
    }
    for (size_t i = 0; i < graph->m; i++) {
        Edge edge = graph_edge(graph, i);
        if (row_of(selection, edge, &row, &other)) {
            size_t place = rows->row[row + 1]++;
            rows->target[place] = other;
            rows->weight[place] = edge.weight;
        }
    }
    return 0;
}

void graph_rows_free(GraphRows *rows)
{
    free(rows->row);
    free(rows->target);
    free(rows->weight);
    *rows = (GraphRows){0};
}

/* Heap entries are (distance << 32 | vertex), so that one comparison orders them. */
static void heap_push(uint64_t *heap, size_t size, uint64_t entry)
{
    size_t at = size;
    while (at > 0 && heap[(at - 1) / 2] > entry) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = entry;
}

/* Removes and returns the least entry of `size` > 0 entries. */
static uint64_t heap_pop(uint64_t *heap, size_t size)
{
    uint64_t least = heap[0], last = heap[size - 1];
    size_t at = 0;
    for (size_t child = 1; child < size - 1; child = 2 * at + 1) {
        if (child + 1 < size - 1 && heap[child + 1] < heap[child]) {
            child++;
        }
        if (heap[child] >= last) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return least;
}

int graph_dijkstra(const GraphRows *rows, size_t source, int32_t *distance)
{
    size_t bytes = size_mul(size_add(rows->m, 1), sizeof(uint64_t)), size = 1;
    uint64_t *heap = bytes == SIZE_MAX ? NULL : malloc(bytes);
    if (heap == NULL) {
        return -1;
    }
    for (size_t v = 0; v < rows->n; v++) {
        distance[v] = GRAPH_UNREACHABLE;
    }
    distance[source] = 0;
    heap[0] = source;
    while (size > 0) {
        uint64_t least = heap_pop(heap, size--);
        size_t v = (uint32_t)least;
        int32_t so_far = (int32_t)(least >> 32);
        if (so_far > distance[v]) {
            continue; /* a shorter path was found after it was pushed */
        }
        for (size_t e = rows->row[v]; e < rows->row[v + 1]; e++) {
            int32_t sum = so_far + rows->weight[e];
            uint32_t target = (uint32_t)rows->target[e];
            if (sum < distance[target]) {
                distance[target] = sum;
                heap_push(heap, size++, (uint64_t)sum << 32 | target);
            }
        }
    }
    free(heap);
    return 0;
}
