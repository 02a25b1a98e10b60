/* Directed graphs with int32 weights, as edge lists, and the files they come in.
 *
 * Formats, told apart by content, not by name:
 *   report F   little-endian int32: n, m, then m triples source, target, weight (0-based)
 *   DIMACS     text, "p sp n m", then "a source target weight" (1-based)
 *   Matrix Market  coordinate integer|real(whole numbers)|pattern, general|symmetric (1-based)
 * A vertex to itself has distance 0; unreachable is 2^30 - 1, so that the sum
 * of two distances still fits int32. Parallel edges count as the lightest. */
#ifndef SPEEDUP_GRAPH_H
#define SPEEDUP_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/error.h"

enum { GRAPH_UNREACHABLE = (1 << 30) - 1, GRAPH_MAX_WEIGHT = 100 };

typedef struct Edge {
    int32_t source, target, weight; /* 0-based; weight >= 0 */
} Edge;

/* A graph is an edge list in memory, or a recipe for a random one: then edges
 * is NULL and edge i is graph_random_edge(seed, n, i), made when it is asked for. */
typedef struct Graph {
    size_t n, m;
    Edge *edges;
    uint64_t seed;
} Graph;

typedef enum GraphFormat { GRAPH_BINARY, GRAPH_DIMACS, GRAPH_MATRIX_MARKET, GRAPH_FORMATS } GraphFormat;

/* Edge `i` of the random graph: no self loop, weight 1..GRAPH_MAX_WEIGHT. n >= 2. */
Edge graph_random_edge(uint64_t seed, size_t n, size_t i);

/* A random graph, streamed: takes no memory. */
Graph graph_random(size_t n, size_t m, uint64_t seed);

/* Edges of a random graph when nobody names a number: 16 n, at most n (n - 1). */
size_t graph_default_edges(size_t n);

static inline Edge graph_edge(const Graph *graph, size_t i)
{
    return graph->edges != NULL ? graph->edges[i] : graph_random_edge(graph->seed, graph->n, i);
}

/* Vertices that a file of m edges may have: 2^24 + 16 m, so that eight bytes cannot ask for gigabytes. Larger
 * real graphs have more edges than vertices. */
size_t graph_most_vertices(size_t m);

/* Reads a file of any of the formats. Refuses what is missing, empty,
 * compressed, truncated, longer than it says, has vertices out of range, negative weights,
 * weights or path lengths that could reach GRAPH_UNREACHABLE ((n - 1) * the largest
 * weight), more than
 * graph_most_vertices, or a wrong count: -1 and an error that names the file, the line or
 * edge, and the remedy. Free with graph_free. */
int graph_read(const char *path, Graph *graph, Error *error);

/* n and m of a file without reading its edges; checks the header only
 * (and, for report F's format, the file's length). */
int graph_read_header(const char *path, size_t *n, size_t *m, GraphFormat *format, Error *error);

/* Writes edges one by one, so a random graph needs no memory. -1 and an error
 * when the file cannot be written or could not be read again; no partial file stays, where the
 * system lets files be written before they have a name not even of a process that is killed. */
int graph_write(const char *path, const Graph *graph, GraphFormat format, Error *error);

void graph_free(Graph *graph);

const char *graph_format_name(GraphFormat format);
/* By name ("binary", "dimacs", "matrix-market") or NULL-safe by a file's ending (.bin .gr .mtx). 0 or -1. */
int graph_format_parse(const char *text, GraphFormat *format);

/* n x n distances of single edges: 0 on the diagonal, the lightest edge's
 * weight, else GRAPH_UNREACHABLE. Rows are filled by all threads, edges streamed. */
void graph_to_matrix(const Graph *graph, int32_t *matrix);

/* The same straight from a file into the matrix, without an edge list in
 * memory for report F's format. n must be the file's. Where fill_s is not NULL the seconds that the matrix
 * takes, its cells and the edges into them, are added to it: the rest is reading. */
int graph_read_matrix(const char *path, size_t n, int32_t *matrix, double *fill_s, Error *error);

/* Edges in compressed rows. Row v is target[row[v]] .. target[row[v + 1] - 1], with the same range of
 * weight[]. Rows by source hold targets; rows by target hold sources in target[]. */
typedef struct GraphRows {
    size_t n, m;
    size_t *row;
    int32_t *target, *weight;
} GraphRows;

/* Edges that rows hold, and the end by which they are sorted. */
typedef enum GraphSelection {
    GRAPH_ALL_BY_SOURCE,
    GRAPH_POSITIVE_BY_TARGET, /* weight > 0 */
    GRAPH_ZERO_BY_SOURCE      /* weight 0 */
} GraphSelection;

/* 8 bytes per edge and per vertex. 0, or -1 and an error without memory. Free with graph_rows_free. */
int graph_rows(const Graph *graph, GraphSelection selection, GraphRows *rows, Error *error);
void graph_rows_free(GraphRows *rows);

/* Distances from `source` by Dijkstra with a binary heap: distance[n]. 0, or -1 without memory. */
int graph_dijkstra(const GraphRows *rows, size_t source, int32_t *distance, Error *error);

#endif
