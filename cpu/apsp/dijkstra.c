/* apsp cpu/dijkstra: Dijkstra's algorithm from every vertex, sources distributed over threads.
 *
 * Idea: on a graph of m edges one source costs (n + m) log n with a binary heap, so all n cost n (n + m) log
 * n. While m is far below n^2 / log n that is much less than n^3: the natural choice for a sparse graph. It
 * shares nothing with the other variants, so it cross-checks them.
 *
 * How: the matrix of edges is first packed into compressed rows (the outgoing edges of vertex 0, then of 1,
 * and so on), because the rows of distances overwrite the matrix. Then the sources are independent. Each
 * thread has its own heap, which holds every vertex at most once and knows its position, so that a shorter
 * path moves it up.
 *
 * Limits: random memory access and data-dependent branches, so no vectors and many mispredictions; on dense
 * graphs it is slower than Floyd-Warshall. The rate counts n^3 relaxations as for the others and may exceed
 * the machine's ceiling: they are never done.
 *
 * Source: Dijkstra, A note on two problems in connexion with graphs, 1959; Johnson, Efficient algorithms for
 * shortest paths in sparse networks, JACM 1977 (binary heap with decrease-key). */
#include "cpu/apsp/edges.h"
#include "cpu/threads.h"

/* A binary heap of vertices, the nearest at the root. place[] holds the index of each vertex in vertex[]. */
typedef struct Heap {
    int32_t *vertex, *place;
    size_t size;
} Heap;

static size_t heap_elements(const Point *point)
{
    return size_mul(2, size_round_up(point->n, EDGES_LINE));
}

static size_t workspace(const Point *point)
{
    return edges_workspace(point, heap_elements(point));
}

static void heap_set(Heap *heap, size_t at, int32_t vertex)
{
    heap->vertex[at] = vertex;
    heap->place[vertex] = (int32_t)at;
}

/* Moves the vertex from `at` up to its position. */
static void sift_up(Heap *heap, const int32_t *distance, size_t at, int32_t vertex)
{
    while (at > 0) {
        size_t parent = (at - 1) / 2;
        if (distance[heap->vertex[parent]] <= distance[vertex]) {
            break;
        }
        heap_set(heap, at, heap->vertex[parent]);
        at = parent;
    }
    heap_set(heap, at, vertex);
}

/* Removes and returns the nearest vertex; the last one sinks from the root to its position. */
static int32_t extract_min(Heap *heap, const int32_t *distance)
{
    int32_t nearest = heap->vertex[0], last = heap->vertex[--heap->size];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child + 1 < heap->size && distance[heap->vertex[child + 1]] < distance[heap->vertex[child]]) {
            child++;
        }
        if (child >= heap->size || distance[last] <= distance[heap->vertex[child]]) {
            break;
        }
        heap_set(heap, at, heap->vertex[child]);
        at = child;
    }
    heap_set(heap, at, last);
    return nearest;
}

static void distances_from(size_t source, const Edges *edges, size_t n, Heap *heap, int32_t *distance)
{
    for (size_t j = 0; j < n; j++) {
        distance[j] = GRAPH_UNREACHABLE;
    }
    distance[source] = 0;
    heap->size = 1;
    heap_set(heap, 0, (int32_t)source);
    while (heap->size > 0) {
        int32_t from = extract_min(heap, distance);
        for (size_t e = edges->row[from]; e < edges->row[from + 1]; e++) {
            int32_t to = edges->target[e], sum = distance[from] + edges->weight[e];
            if (sum < distance[to]) {
                /* An extracted vertex is nearer, so it never gets here. */
                size_t at = distance[to] == GRAPH_UNREACHABLE ? heap->size++ : (size_t)heap->place[to];
                distance[to] = sum;
                sift_up(heap, distance, at, to);
            }
        }
    }
}

static int run(const Task *task)
{
    const Point *point = task->point;
    size_t n = point->n, line = size_round_up(n, EDGES_LINE);
    Edges edges = edges_of(task);
    if (edges_pack(task, &edges) != 0) {
        return -1;
    }
    int32_t *distance = task->out;
    /* num_threads, because the workspace is for this many heaps. */
#pragma omp parallel num_threads((int)point->threads)
    {
        int32_t *mine = edges.scratch + thread_team().thread * heap_elements(point);
        Heap heap = {mine, mine + line, 0};
#pragma omp for schedule(runtime)
        for (size_t source = 0; source < n; source++) {
            distances_from(source, &edges, n, &heap, distance + source * n);
        }
    }
    return 0;
}

const Variant variant_cpu_apsp_dijkstra = {
    .workload = "apsp",
    .name = "cpu/dijkstra",
    .idea =
        "Dijkstra with a binary heap from every vertex, sources distributed over threads: for sparse graphs",
    .source = "Dijkstra 1959; Johnson, JACM 1977",
    .types = INT32,
    .flags = VARIANT_SEARCH,
    .axes = AXIS_OPENMP_THREADS | AXIS_SCHEDULE,
    .workspace = workspace,
    .run = run,
};
