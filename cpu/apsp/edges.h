/* The edges of a task's matrix in compressed rows: shared by the variants for sparse graphs.
 *
 * The outgoing edges of vertex 0, then of 1, and so on, are in the workspace, because the rows of distances
 * overwrite the matrix. Each source is then an independent search, and each thread has scratch memory for
 * one. */
#pragma once

#include "common/graph/graph.h"
#include "common/size.h"
#include "common/workload.h"

typedef struct Edges {
    size_t *row;              /* edges of vertex i: row[i] .. row[i + 1] - 1 */
    int32_t *target, *weight; /* of an edge */
    int32_t *scratch;         /* of all threads */
} Edges;

enum { EDGES_LINE = 64 / sizeof(int32_t) }; /* elements per cache line: threads share no line */

/* Upper bound on cells with an edge: parallel edges share a cell. */
static inline size_t edges_most(const Point *point)
{
    size_t cells = size_mul(point->n, point->n);
    return point->edges < cells ? point->edges : cells;
}

/* Bytes of the edges and of `scratch` elements per thread, in whole lines. */
static inline size_t edges_workspace(const Point *point, size_t scratch)
{
    size_t elements = size_mul(2, size_round_up(edges_most(point), EDGES_LINE));
    elements = size_add(elements, size_mul(point->threads, scratch));
    size_t rows = size_round_up(size_mul(size_add(point->n, 1), sizeof(size_t)), 64);
    return size_add(rows, size_mul(elements, sizeof(int32_t)));
}

static inline Edges edges_of(const Task *task)
{
    const Point *point = task->point;
    size_t most = size_round_up(edges_most(point), EDGES_LINE);
    Edges edges = {.row = task->workspace};
    edges.target = (int32_t *)task->workspace + size_round_up((point->n + 1) * sizeof(size_t), 64) / 4;
    edges.weight = edges.target + most;
    edges.scratch = edges.weight + most;
    return edges;
}

static inline size_t edges_count(const int32_t *row, size_t n, size_t i)
{
    size_t count = 0;
    for (size_t j = 0; j < n; j++) {
        count += row[j] < GRAPH_UNREACHABLE;
    }
    return count - (row[i] < GRAPH_UNREACHABLE); /* an edge from a vertex to itself is useless */
}

/* Packs the edges, by all threads. -1 and an error if the matrix has more edges than the point. */
static inline int edges_pack(const Task *task, const Edges *edges)
{
    size_t n = task->point->n;
    const int32_t *matrix = task->out;
    edges->row[0] = 0;
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) {
        edges->row[i + 1] = edges_count(matrix + i * n, n, i);
    }
    for (size_t i = 0; i < n; i++) {
        edges->row[i + 1] += edges->row[i];
    }
    if (edges->row[n] > edges_most(task->point)) {
        return error_set(task->error, "the matrix has %zu edges, but the point was made for %zu",
                         edges->row[n], task->point->edges);
    }
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) {
        size_t place = edges->row[i];
        for (size_t j = 0; j < n; j++) {
            int32_t weight = matrix[i * n + j];
            if (weight < GRAPH_UNREACHABLE && i != j) {
                edges->target[place] = (int32_t)j;
                edges->weight[place++] = weight;
            }
        }
    }
    return 0;
}
