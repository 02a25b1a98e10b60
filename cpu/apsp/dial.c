/* apsp cpu/dial: Dijkstra's algorithm with one bucket per distance instead of the heap.
 *
 * If weights are small integers, queued vertices need no order among themselves: those at distance d are in
 * bucket d. Extracting the nearest one advances to the next non-empty bucket, and a shorter path moves a
 * vertex from one list to another. Neither compares distances, so a source costs n + m plus one check per
 * distance, not (n + m) log n. No queued vertex is farther than the heaviest edge from the last extracted
 * one, so that many buckets, used cyclically, suffice.
 *
 * Edges are in compressed rows, and sources are distributed over threads, as in cpu/dijkstra.
 *
 * Measured on one thread of a Xeon (Sapphire Rapids), n 2048: 2.4 times cpu/dijkstra with 4 edges per vertex,
 * 2.2 times with 16, 1.15 times with 244.
 *
 * Limits: random memory access and no vectors, as cpu/dijkstra; weights are bounded, as each unit of distance
 * has a bucket. The rate counts n^3 relaxations, which are never done.
 *
 * Source: Dial, Algorithm 360: Shortest-path forest with topological ordering, CACM 12, 1969. */
#include <string.h>

#include "cpu/apsp/edges.h"
#include "cpu/threads.h"

enum { MAX_BUCKETS = 1 << 16, NONE = -1 };

/* Buckets of vertices by distance modulo their number, as doubly linked lists: the previous and the next
 * vertex of each one in its bucket. */
typedef struct Buckets {
    int32_t *first, *previous, *next;
    size_t mask; /* number of buckets, a power of two, minus one */
} Buckets;

static void bucket_insert(const Buckets *buckets, int32_t distance, int32_t vertex)
{
    int32_t *first = &buckets->first[(size_t)distance & buckets->mask];
    buckets->previous[vertex] = NONE;
    buckets->next[vertex] = *first;
    if (*first != NONE) {
        buckets->previous[*first] = vertex;
    }
    *first = vertex;
}

static void bucket_remove(const Buckets *buckets, int32_t distance, int32_t vertex)
{
    int32_t previous = buckets->previous[vertex], next = buckets->next[vertex];
    if (previous != NONE) {
        buckets->next[previous] = next;
    } else {
        buckets->first[(size_t)distance & buckets->mask] = next;
    }
    if (next != NONE) {
        buckets->previous[next] = previous;
    }
}

static void distances_from(size_t source, const Edges *edges, size_t n, const Buckets *buckets,
                           int32_t *distance)
{
    for (size_t j = 0; j < n; j++) {
        distance[j] = GRAPH_UNREACHABLE;
    }
    distance[source] = 0;
    bucket_insert(buckets, 0, (int32_t)source);
    size_t queued = 1;
    for (int32_t nearest = 0; queued > 0; nearest++) {
        const int32_t *bucket = &buckets->first[(size_t)nearest & buckets->mask];
        while (*bucket != NONE) { /* an edge of weight 0 inserts a vertex into this bucket again */
            int32_t from = *bucket;
            bucket_remove(buckets, nearest, from);
            queued--;
            for (size_t e = edges->row[from]; e < edges->row[from + 1]; e++) {
                int32_t to = edges->target[e], sum = nearest + edges->weight[e];
                if (sum < distance[to]) {
                    if (distance[to] == GRAPH_UNREACHABLE) {
                        queued++;
                    } else {
                        bucket_remove(buckets, distance[to], to);
                    }
                    distance[to] = sum;
                    bucket_insert(buckets, sum, to);
                }
            }
        }
    }
}

/* Buckets for the heaviest edge; 0 if there would be too many. */
static size_t buckets_for(const Edges *edges, size_t n)
{
    size_t buckets = 1;
    for (size_t e = 0; e < edges->row[n]; e++) {
        while (buckets <= (size_t)edges->weight[e]) {
            buckets *= 2;
        }
    }
    return buckets <= MAX_BUCKETS ? buckets : 0;
}

static size_t scratch_elements(const Point *point)
{
    return size_add(MAX_BUCKETS, size_mul(2, size_round_up(point->n, EDGES_LINE)));
}

static size_t workspace(const Point *point)
{
    return edges_workspace(point, scratch_elements(point));
}

static int run(const Task *task)
{
    const Point *point = task->point;
    size_t n = point->n;
    Edges edges = edges_of(task);
    if (edges_pack(task, &edges) != 0) {
        return -1;
    }
    size_t count = buckets_for(&edges, n);
    if (count == 0) {
        return error_set(task->error,
                         "an edge weighs %d or more, and there is a bucket for each unit of distance; "
                         "cpu/dijkstra takes any weight",
                         MAX_BUCKETS);
    }
    int32_t *distance = task->out;
    /* num_threads, because the workspace is for this many. */
#pragma omp parallel num_threads((int)point->threads)
    {
        int32_t *mine = edges.scratch + thread_team().thread * scratch_elements(point);
        Buckets buckets = {mine, mine + MAX_BUCKETS, mine + MAX_BUCKETS + size_round_up(n, EDGES_LINE),
                           count - 1};
        memset(mine, 0xff, count * sizeof *mine); /* NONE: all empty, and empty again after each source */
#pragma omp for schedule(runtime)
        for (size_t source = 0; source < n; source++) {
            distances_from(source, &edges, n, &buckets, distance + source * n);
        }
    }
    return 0;
}

const Variant variant_cpu_apsp_dial = {
    .workload = "apsp",
    .name = "cpu/dial",
    .idea = "Dijkstra with one bucket per distance instead of a heap: for sparse graphs with small weights",
    .source = "Dial, Algorithm 360, CACM 1969",
    .after = "cpu/dijkstra",
    .types = INT32,
    .flags = VARIANT_SEARCH,
    .axes = AXIS_OPENMP_THREADS | AXIS_SCHEDULE,
    .workspace = workspace,
    .run = run,
};
