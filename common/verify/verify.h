/* Verification of results: element-wise comparison, Freivalds' test, shortest-path certificates, and upper
 * bounds on rates. Every acceptance is written error <= limit, so that NaN never passes; compilation with
 * fast-math is an error.
 *
 * All functions return 0 if correct. They return 1 if wrong, with place and size of the first (or worst)
 * error in `error`, and -1 without memory. */
#pragma once

#include "common/driver.h"
#include "common/gpu.h"
#include "common/graph/graph.h"
#include "common/workload.h"

enum { VERIFY_EXACT_MAX_N = 512 }; /* up to here every element is compared */

/* Verifies out = a * b for generated inputs (random signs, similar magnitudes) and sets `accuracy` if
 * correct. The input's seed selects the random rows and vectors. int32: exact modulo 2^32. float32 is
 * compared with double, float64 with long double. The result's class of precision bounds its error
 * (accuracy.c); the type's own class allows 8 u sqrt(n) sqrt(sum a^2 b^2) per element. Above
 * VERIFY_EXACT_MAX_N: Freivalds' test with 20 random vectors, and by element the first row, the last, random
 * ones and those with the largest residuals. */
int verify_product(const Computed *result, Accuracy *accuracy, Error *error);

/* Verifies out against the result of the workload's reference variant, which runs on the CPU, for the same
 * inputs. Each float may differ by the workload's tolerance, in units u of the largest element; integers must
 * be equal. In `accuracy` the relative error is in units of u. Not for work in place. */
int verify_by_reference(const Workload *workload, const Variant *reference, const Computed *result,
                        Accuracy *accuracy, Error *error);

/* Computes the result of the reference variant on one thread, for the inputs of a point. 0 or -1. */
int verify_run_reference(const Variant *reference, const Point *point, const void *const inputs[MOST_INPUTS],
                         void *out, Error *error);

/* Verifies that out is the transpose of a, bit by bit. */
int verify_transpose(const Computed *result, Accuracy *accuracy, Error *error);

/* Verifies that out equals a, bit by bit. */
int verify_copy(const Computed *result, Accuracy *accuracy, Error *error);

/* Verifies that distance is the closure of `graph` (n x n int32, GRAPH_UNREACHABLE without a path). Up to
 * VERIFY_EXACT_MAX_N every row must equal Dijkstra's. Above: no negative or poisoned cell, diagonal 0,
 * whole rows from Dijkstra at 16 sources, and a certificate of every row from the edges, those of weight 0
 * included. */
int verify_distances(const Graph *graph, const int32_t *distance, uint64_t seed, Error *error);

/* Verifies that the inputs still have the hash that the job has. 0, or 1: the variant modified one.
 * Costs one hash of the inputs; call it after every sample, before its results are verified. */
int verify_inputs(const Job *job, const Driver *driver, Bench *bench, Error *error);

/* Verifies a result of the job by its workload, or else by the reference variant. Bits that were right for
 * the same inputs are right again. */
int verify_result(const Job *job, const Computed *result, Accuracy *accuracy, Error *error);

/* Processor times of the samples of a batch: sums. */
typedef struct ThreadUse {
    size_t samples;
    double cpu_s, caller_s, blocked_s, wall_s, calls;
} ThreadUse;

void thread_use_add(ThreadUse *use, const Interference *sample);

/* Verifies that the samples together used no more processor time than the point's threads have in that wall
 * time, and that of one thread's work only one thread worked at a time. One sample proves nothing, and
 * unknown times (NAN) pass. 0, or 1: more threads. */
int verify_threads(const Point *point, const ThreadUse *use, Error *error);

/* Did one of several threads work at a time in this call, whose waiting threads slept? A thread that has no
 * processor counts as working. One call proves nothing: a thread may wake late. False for short calls. */
bool threads_idle(const Point *point, const Interference *call);

/* Upper bound on the rate, in units of 1e9 per second: lanes x ports x clock x workers for the variant's
 * instructions and the type; on a GPU (`gpu` not NULL) lanes x clock x multiprocessors x devices. 0 if the
 * workload or the processor has no known bound. */
double verify_rate_limit(const Workload *workload, const Variant *variant, ElementType type, unsigned workers,
                         const GpuInfo *gpu);

/* Verifies that the processor can do the point's work in kernel_s seconds. A higher rate means that the
 * compiler removed work, or that the result existed before. The clock of a CPU is the highest one observed;
 * before a rate is rejected it is measured again, so that a noisy measurement rejects no correct result.
 * `gpu` is NULL for a CPU variant. */
int verify_rate(const Workload *workload, const Variant *variant, const Point *point, const GpuInfo *gpu,
                double kernel_s, Error *error);

/* The same with the GPU of this machine, if the variant runs on one; without it the rate passes. */
int verify_rate_here(const Workload *workload, const Variant *variant, const Point *point, double kernel_s,
                     Error *error);
