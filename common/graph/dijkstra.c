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

/* A stable sort in two steps, as scattered writes of one would miss the caches and the TLB: parts of the
 * edges are moved to blocks of rows, then each block is sorted. All threads share parts and blocks; the
 * result does not depend on their number. */
enum { PARTS = 64, MOST_BLOCKS = 1024 };

/* Counts the edges of a part by blocks of `rows` rows in begin[]. With `edges` moves them there from begin[]
 * on, as row, other end, weight. */
static void move_part(const Graph *graph, GraphSelection selection, size_t part, size_t rows, size_t *begin,
                      Edge *edges)
{
    const size_t share = graph->m / PARTS + 1, end = size_min((part + 1) * share, graph->m);
    for (size_t i = part * share; i < end; i++) {
        const Edge edge = graph_edge(graph, i);
        size_t row;
        int32_t other;
        if (row_of(selection, edge, &row, &other)) {
            const size_t place = begin[row / rows]++;
            if (edges != NULL) {
                edges[place] = (Edge){(int32_t)row, other, edge.weight};
            }
        }
    }
}

/* Sorts edges `first` to `end` - 1, of rows `row` to `row_end` - 1. */
static void sort_block(const Edge *edges, size_t first, size_t end, size_t row, size_t row_end,
                       GraphRows *rows)
{
    size_t sum = first;
    for (size_t e = first; e < end; e++) {
        rows->row[edges[e].source]++;
    }
    for (; row < row_end; row++) {
        rows->row[row] = sum += rows->row[row];
    }
    for (size_t e = end; e-- > first;) { /* from the end, so that row[v] becomes where row v begins */
        const size_t place = --rows->row[edges[e].source];
        rows->target[place] = edges[e].target;
        rows->weight[place] = edges[e].weight;
    }
}

int graph_rows(const Graph *graph, GraphSelection selection, GraphRows *rows, Error *error)
{
    const size_t n = graph->rows, each = n / MOST_BLOCKS + 1, blocks = n / each + 1;
    size_t *begin = calloc(PARTS * blocks, sizeof *begin); /* of a part's edges in a block */
    *rows = (GraphRows){.n = n, .row = calloc(n + 1, sizeof *rows->row)};
    if (begin != NULL) {
#pragma omp parallel for schedule(dynamic, 1)
        for (size_t part = 0; part < PARTS; part++) {
            move_part(graph, selection, part, each, begin + part * blocks, NULL);
        }
        for (size_t i = 0; i < PARTS * blocks; i++) { /* block after block, in each part after part */
            size_t *at = &begin[i % PARTS * blocks + i / PARTS];
            const size_t count = *at;
            *at = rows->m;
            rows->m += count;
        }
    }
    Edge *edges = malloc((rows->m + 1) * sizeof *edges);
    rows->target = malloc((rows->m + 1) * sizeof *rows->target);
    rows->weight = malloc((rows->m + 1) * sizeof *rows->weight);
    const bool enough =
        begin != NULL && edges != NULL && rows->row != NULL && rows->target != NULL && rows->weight != NULL;
    if (enough) {
        const size_t *ends = begin + (PARTS - 1) * blocks; /* where the last part of a block ends, it ends */
        rows->row[n] = rows->m;
#pragma omp parallel for schedule(dynamic, 1)
        for (size_t part = 0; part < PARTS; part++) {
            move_part(graph, selection, part, each, begin + part * blocks, edges);
        }
#pragma omp parallel for schedule(dynamic, 1)
        for (size_t i = 0; i < blocks; i++) {
            sort_block(edges, i > 0 ? ends[i - 1] : 0, ends[i], i * each, size_min((i + 1) * each, n), rows);
        }
    } else {
        graph_rows_free(rows);
        error_set(error, "no memory for the rows of a graph of %zu vertices and %zu edges", graph->n,
                  graph->m);
        error_no_room(error);
    }
    free(begin);
    free(edges);
    return enough ? 0 : -1;
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
