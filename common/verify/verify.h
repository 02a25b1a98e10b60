/* Is a result right? Element-wise comparison, Freivalds, shortest-path
 * certificates; and is it possible in the time? NaN never passes: every acceptance is written error <= limit,
 * and this file refuses to be compiled with fast-math.
 *
 * All return 0 when right, 1 when wrong with the place and the size of the
 * first (or worst) error in `error`, -1 when there is no memory to decide. */
#ifndef SPEEDUP_VERIFY_H
#define SPEEDUP_VERIFY_H

#include "common/driver.h"
#include "common/gpu.h"
#include "common/graph/graph.h"
#include "common/workload.h"

enum { VERIFY_EXACT_MAX_N = 512 }; /* up to here every element is compared */

/* A product whose result is to be judged. */
typedef struct Product {
    const void *a, *b; /* n x n */
    size_t n;
    ElementType type;
    bool generated; /* the inputs are the generator's: random signs, magnitudes alike */
    uint64_t seed;  /* of what is looked at */
} Product;

/* out = a * b. int32 modulo 2^32, exact. float32 against double: for inputs from the generator by
 * the class of precision that the result has (accuracy.c), single elements within 8 u sqrt(n)
 * sqrt(sum a^2 b^2) where that is float32's own; for any inputs |out - ab| <= n eps (|A||B|), and
 * the class is float32. Above VERIFY_EXACT_MAX_N Freivalds with 20 random vectors, and whole rows by
 * element: the first, the last, random ones and those that Freivalds points at.
 * Sets `accuracy` when right. */
int verify_product(const Product *product, const void *out, Accuracy *accuracy, Error *error);

/* out = transpose of a, exact in every bit. */
int verify_transpose(const void *a, const void *out, size_t n, ElementType type, Error *error);

/* out = a, exact in every bit. */
int verify_copy(const void *a, const void *out, size_t n, ElementType type, Error *error);

/* distance = closure of `graph` (n x n int32, GRAPH_UNREACHABLE where there is no path).
 * Up to VERIFY_EXACT_MAX_N exact against plain Floyd-Warshall; above, no negative or poisoned cell, diagonal
 * 0, whole rows from Dijkstra at 16 sources, and a proof of every row from the edges, those of
 * weight 0 included. */
int verify_distances(const Graph *graph, const int32_t *distance, uint64_t seed, Error *error);

/* Are the inputs still what they were when the driver hashed them? 0, or 1: the variant changed one. Costs
 * one hash of them; to be asked after every sample, before its results are verified. */
int verify_inputs(const Job *job, const Driver *driver, Bench *bench, Error *error);

/* The work that the processor cannot exceed in a second, over 1e9: lanes x ports x clock x threads for the
 * instructions that the variant declares; on a GPU (`gpu` not NULL) lanes x clock x multiprocessors x
 * devices. 0 where the workload or the processor tells no limit. */
double verify_rate_limit(const Workload *workload, const Variant *variant, unsigned workers,
                         const GpuInfo *gpu);

/* Can the processor do the work of the point in kernel_s seconds? Where it cannot, the compiler has
 * removed work, or the result was there before. The clock of a CPU is the highest that was seen, and
 * before a rate is called too fast it is measured again: a clock that was taken in a disturbed moment makes
 * no right result wrong. `gpu` is NULL for a CPU's variant. */
int verify_rate(const Workload *workload, const Variant *variant, const Point *point, const GpuInfo *gpu,
                double kernel_s, Error *error);

#endif
