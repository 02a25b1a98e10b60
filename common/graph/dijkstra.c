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
 * edges are distributed to blocks of rows, then each block is sorted. Parts and blocks are done by all
 * threads; the result does not depend on their number. */
enum { PARTS = 64, MOST_BLOCKS = 1024 };

typedef struct Blocks {
    const Graph *graph;
    GraphSelection selection;
    size_t count, rows; /* blocks, and rows of each */
    size_t *begin;      /* of a part's edges in a block: [part * count + block] */
    Edge *edges;        /* by blocks: row, other end, weight */
} Blocks;

/* Counts the edges of a part, or moves them to their blocks. */
static void distribute_part(const Blocks *blocks, size_t part, bool moves)
{
    const size_t share = blocks->graph->m / PARTS + 1, first = part * share;
    const size_t end = size_min(first + share, blocks->graph->m);
    size_t *begin = blocks->begin + part * blocks->count, row;
    int32_t other;
    for (size_t i = first; i < end; i++) {
        const Edge edge = graph_edge(blocks->graph, i);
        if (row_of(blocks->selection, edge, &row, &other)) {
            const size_t place = begin[row / blocks->rows]++;
            if (moves) {
                blocks->edges[place] = (Edge){(int32_t)row, other, edge.weight};
            }
        }
    }
}

/* Sorts a block by rows. After distribution the last part's begin is where the block ends. */
static void sort_block(const Blocks *blocks, size_t block, GraphRows *rows)
{
    const size_t *ends = blocks->begin + (PARTS - 1) * blocks->count;
    const size_t first = block > 0 ? ends[block - 1] : 0, end = ends[block];
    size_t sum = first;
    for (size_t e = first; e < end; e++) {
        rows->row[blocks->edges[e].source]++;
    }
    for (size_t v = block * blocks->rows; v < size_min((block + 1) * blocks->rows, rows->n); v++) {
        rows->row[v] = sum += rows->row[v];
    }
    for (size_t e = end; e-- > first;) { /* from the end, so that row[v] becomes where row v begins */
        const Edge edge = blocks->edges[e];
        const size_t place = --rows->row[edge.source];
        rows->target[place] = edge.target;
        rows->weight[place] = edge.weight;
    }
}

int graph_rows(const Graph *graph, GraphSelection selection, GraphRows *rows, Error *error)
{
    const size_t n = graph_row_count(graph);
    Blocks blocks = {.graph = graph, .selection = selection, .rows = n / MOST_BLOCKS + 1};
    blocks.count = n / blocks.rows + 1;
    blocks.begin = calloc(PARTS * blocks.count, sizeof *blocks.begin);
    *rows = (GraphRows){.n = n, .row = calloc(n + 1, sizeof *rows->row)};
    if (blocks.begin != NULL) {
#pragma omp parallel for schedule(dynamic, 1)
        for (size_t part = 0; part < PARTS; part++) {
            distribute_part(&blocks, part, false);
        }
        for (size_t block = 0; block < blocks.count; block++) { /* counts become first places */
            for (size_t part = 0; part < PARTS; part++) {
                const size_t count = blocks.begin[part * blocks.count + block];
                blocks.begin[part * blocks.count + block] = rows->m;
                rows->m += count;
            }
        }
        blocks.edges = malloc((rows->m + 1) * sizeof *blocks.edges);
    }
    rows->target = malloc((rows->m + 1) * sizeof *rows->target);
    rows->weight = malloc((rows->m + 1) * sizeof *rows->weight);
    const bool enough =
        rows->row != NULL && rows->target != NULL && rows->weight != NULL && blocks.edges != NULL;
    if (enough) {
        rows->row[n] = rows->m;
#pragma omp parallel for schedule(dynamic, 1)
        for (size_t part = 0; part < PARTS; part++) {
            distribute_part(&blocks, part, true);
        }
#pragma omp parallel for schedule(dynamic, 1)
        for (size_t block = 0; block < blocks.count; block++) {
            sort_block(&blocks, block, rows);
        }
    } else {
        graph_rows_free(rows);
        error_set(error, "no memory for the rows of a graph of %zu vertices and %zu edges", graph->n,
                  graph->m);
        error_no_room(error);
    }
    free(blocks.begin);
    free(blocks.edges);
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
