/* Directed graphs with int32 weights, and sparse matrices: edge lists, matrices, files.
 *
 * Formats are detected by content, not by name; gzip may have packed each:
 *   report F   little-endian int32: n, m, then m triples source, target, weight (0-based)
 *   DIMACS     text, "p sp n m", then "a source target weight" (1-based)
 *   Matrix Market  coordinate, any field and symmetry (1-based)
 *   edge list  "#" comments, then "from to" or "from to weight" (0-based), as SNAP has them
 *   METIS      "n m [fmt [ncon]]", then the neighbors of each vertex on a line of its own (1-based)
 *
 * Vertices of an edge list keep their numbers: n is the largest id + 1. "# Undirected graph" means both
 * directions. The distance of a vertex to itself is 0. Unreachable is 2^30 - 1, so that the sum of two
 * distances fits int32. Of parallel edges the lightest counts. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/workload.h"

C_LINKAGE_BEGIN

enum { GRAPH_UNREACHABLE = (1 << 30) - 1, GRAPH_MAX_WEIGHT = 100 };

typedef struct Edge {
    int32_t source, target, weight; /* 0-based; weight >= 0 */
} Edge;

/* Those before GRAPH_FORMATS are written too. */
typedef enum GraphFormat {
    GRAPH_BINARY,
    GRAPH_DIMACS,
    GRAPH_MATRIX_MARKET,
    GRAPH_FORMATS,
    GRAPH_EDGE_LIST = GRAPH_FORMATS,
    GRAPH_METIS
} GraphFormat;

/* What a file is read for: weights of shortest paths, that is a square matrix of whole numbers of 0 or more
 * with which no path reaches GRAPH_UNREACHABLE; a pattern of any shape and values, where every weight is 1;
 * or a pattern with Graph.values. */
typedef enum GraphUse { GRAPH_WEIGHTS, GRAPH_PATTERN, GRAPH_VALUES } GraphUse;

/* An edge list in memory, or a random graph: then edges is NULL and edge i is computed by
 * graph_random_edge(seed, n, i), with what its kind demands. Free with graph_free. */
typedef struct Graph {
    size_t n, m;
    Edge *edges;
    uint64_t seed;
    InputKind kind;
    size_t changed;     /* the edges from vertex changed - 1 have other weights; 0: none */
    size_t rows;        /* n, or of a matrix that is not square, whose columns are n */
    GraphFormat format; /* of the file that was read ... */
    double *values;     /* ... its values; NULL: not read, or the file has none or complex ones */
    bool is_complex;
    FILE *unpacked; /* what gzip had packed, in a file without name; NULL: it was not packed */
} Graph;

/* Edge `i` of the random graph: no self-loop, weight 1 .. GRAPH_MAX_WEIGHT; n >= 2. */
Edge graph_random_edge(uint64_t seed, size_t n, size_t i);

/* A random graph; needs no memory. */
Graph graph_random(size_t n, size_t m, uint64_t seed);

/* Largest weight for which no path of n vertices can reach GRAPH_UNREACHABLE. */
static inline int32_t graph_weight_limit(size_t n)
{
    return (int32_t)((GRAPH_UNREACHABLE - 1) / (n > 1 ? n - 1 : 1));
}

/* Default number of edges of a random graph: 16 n, at most n (n - 1). */
size_t graph_default_edges(size_t n);

Edge graph_edge(const Graph *graph, size_t i);

/* Largest number of vertices of a file of m edges: 2^24 + 16 m, so that a header of eight bytes cannot
 * request gigabytes. Larger real graphs have more edges than vertices. */
size_t graph_most_vertices(size_t m);

/* Reads a file of any format; free with graph_free. Rejects files that are missing, empty, truncated, too
 * long, packed by another program than gzip or have wrong counts; vertices out of range or more than
 * graph_most_vertices; and what `use` excludes. Then returns -1 and an error that names file, line or edge,
 * and remedy. An entry of a symmetric file is two edges, or one on the diagonal. */
int graph_read(const char *path, GraphUse use, Graph *graph, Error *error);

/* Writes edges one by one, so a random graph needs no memory. 0; -1 and an error if the file cannot be
 * written or could not be read again. No partial file remains, not even of a killed process where the system
 * supports unnamed files. */
int graph_write(const char *path, const Graph *graph, GraphFormat format, Error *error);

void graph_free(Graph *graph);

const char *graph_format_name(GraphFormat format);
/* Parses the name of a format that is written ("binary", "dimacs", "matrix-market") or a file's suffix (.bin
 * .gr .mtx). 0 or -1; text may be NULL. */
int graph_format_parse(const char *text, GraphFormat *format);

/* Fills the n x n distances of single edges: 0 on the diagonal, the weight of the lightest edge, else
 * GRAPH_UNREACHABLE. All threads fill rows. */
void graph_to_matrix(const Graph *graph, int32_t *matrix);

/* Reads a file into the matrix. n must match the file. If fill_s is not NULL, it is incremented by the
 * seconds spent filling the matrix; the rest is reading. 0, or -1 and an error. */
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

/* Distances from `source` by Dijkstra with a binary heap, into distance[n]. 0, or -1 without memory. */
int graph_dijkstra(const GraphRows *rows, size_t source, int32_t *distance);

C_LINKAGE_END
