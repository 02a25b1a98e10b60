/* Is a result right? Element-wise comparison, Freivalds, shortest-path
 * certificates; and is it possible in the time? NaN never passes: every acceptance is written error <= limit,
 * and this file refuses to be compiled with fast-math.
 *
 * All return 0 when right, 1 when wrong with the place and the size of the
 * first (or worst) error in `error`, -1 when there is no memory to decide. */
#ifndef SPEEDUP_VERIFY_H
#define SPEEDUP_VERIFY_H

#include "common/graph/graph.h"
#include "common/workload.h"

enum { VERIFY_EXACT_MAX_N = 512 }; /* up to here every element is compared */

/* out = a * b. int32 modulo 2^32, exact. float32: |out - ab| <= c n eps (|A||B|) against
 * double, element by element. Above VERIFY_EXACT_MAX_N Freivalds with 20 random
 * vectors, and whole rows by element: the first, the last, random ones and those that
 * Freivalds points at. */
int verify_product(const void *a, const void *b, const void *out, size_t n, ElementType type, uint64_t seed,
                   Error *error);

/* out = transpose of a, exact in every bit. */
int verify_transpose(const void *a, const void *out, size_t n, ElementType type, Error *error);

/* out = a, exact in every bit. */
int verify_copy(const void *a, const void *out, size_t n, ElementType type, Error *error);

/* distance = closure of `graph` (n x n int32, GRAPH_UNREACHABLE where there is no path).
 * Up to VERIFY_EXACT_MAX_N exact against plain Floyd-Warshall; above, whole rows from
 * Dijkstra at 16 sources, no negative or poisoned cell, diagonal 0, every edge respected,
 * the triangle inequality on a million random triples, and, where n m is at most
 * 2^30, Bellman's equation in every cell, which proves them all. */
int verify_distances(const Graph *graph, const int32_t *distance, uint64_t seed, Error *error);

/* Can this CPU do the work of the point in kernel_s seconds? No rate can exceed lanes x ports x clock x
 * threads; where one does, the compiler has removed work. The clock is the highest that was seen, and
 * before a rate is called too fast it is measured again: a clock that was taken in a disturbed
 * moment makes no right result wrong. 0 where the workload or the processor tells no limit. */
int verify_rate(const Workload *workload, const Point *point, double kernel_s, Error *error);

#endif
