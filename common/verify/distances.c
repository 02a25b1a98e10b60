/* Verification of all-pairs distances of a graph. See verify.h.
 *
 * Whole rows are compared with Dijkstra's, which shares only the graph with Floyd-Warshall: up to
 * VERIFY_EXACT_MAX_N vertices all of them. Above, at far lower cost than the closure:
 *   - every cell is in range and the diagonal is 0;
 *   - 16 rows equal Dijkstra's;
 *   - every row has a certificate from the edges, in O(n m).
 * Data that depends on the graph alone is cached for the last graph, identified by n, m and the seed or a
 * hash of the edges. Not thread-safe. */
#include "common/verify/verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/matrix.h"
#include "common/random.h"
#include "common/size.h"
#include "common/verify/mismatch.h"

enum {
    SOURCES = 16,
    STREAM_SOURCES = 0x736f7572, /* a random stream that no graph uses */
};

/* Reference data of one graph: `count` rows of distances. */
typedef struct Truth {
    uint64_t key; /* of the graph and the sources */
    size_t n, count;
    size_t *row;
    int32_t *distance; /* count x n */
    /* Above VERIFY_EXACT_MAX_N: the edges of positive weight by target, and those of weight 0 by source. */
    GraphRows in, zero;
} Truth;

static Truth truth; /* of the last graph; replaced by the next one */

static void clear(void)
{
    free(truth.row);
    free(truth.distance);
    graph_rows_free(&truth.in);
    graph_rows_free(&truth.zero);
    truth = (Truth){0};
}

/* ---- reference ---- */

/* Computes rows truth.row[] by Dijkstra, one source per thread. */
static int compute_rows(const Graph *graph, Error *error)
{
    GraphRows edges;
    if (graph_rows(graph, GRAPH_ALL_BY_SOURCE, &edges, error) != 0) {
        return -1;
    }
    size_t failures = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : failures)
    for (size_t s = 0; s < truth.count; s++) {
        failures += graph_dijkstra(&edges, truth.row[s], truth.distance + s * edges.n) != 0;
    }
    graph_rows_free(&edges);
    return failures == 0 ? 0 : verify_no_memory(error);
}

static int prepare(const Graph *graph, uint64_t key, uint64_t seed, Error *error)
{
    const size_t n = graph->n;
    const bool all = n <= VERIFY_EXACT_MAX_N;
    clear();
    truth.key = key;
    truth.n = n;
    truth.count = all ? n : SOURCES;
    truth.row = calloc(truth.count, sizeof *truth.row);
    truth.distance = calloc(truth.count * n, sizeof *truth.distance);
    int status = truth.row != NULL && truth.distance != NULL ? 0 : verify_no_memory(error);
    if (status == 0) {
        verify_choose_rows(truth.row, truth.count, n, random_stream(seed, STREAM_SOURCES));
        status = compute_rows(graph, error);
    }
    if (status == 0 && !all &&
        (graph_rows(graph, GRAPH_POSITIVE_BY_TARGET, &truth.in, error) != 0 ||
         graph_rows(graph, GRAPH_ZERO_BY_SOURCE, &truth.zero, error) != 0)) {
        status = -1;
    }
    if (status != 0) {
        clear();
    }
    return status;
}

/* ---- checks: each returns 0, or 1 and the first error found ---- */

static int check_rows(const int32_t *distance, Error *error)
{
    size_t n = truth.n;
    for (size_t s = 0; s < truth.count; s++) {
        const int32_t *row = distance + truth.row[s] * n, *right = truth.distance + s * n;
        for (size_t j = 0; j < n; j++) {
            if (row[j] != right[j]) {
                return verify_mismatch(distance, n, truth.row[s] * n + j, TYPE_INT32, right[j], NAN, error);
            }
        }
    }
    return 0;
}

static bool cell_in_range(const int32_t *distance, size_t n, size_t i, size_t j)
{
    int32_t cell = distance[i * n + j];
    return i == j ? cell == 0 : cell >= 0 && cell <= GRAPH_UNREACHABLE;
}

static int check_range(const int32_t *distance, size_t n, Error *error)
{
    size_t wrong = n * n; /* the first wrong cell */
#pragma omp parallel for schedule(static) reduction(min : wrong)
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n && i * n + j < wrong; j++) {
            wrong = cell_in_range(distance, n, i, j) ? wrong : i * n + j;
        }
    }
    if (wrong == n * n) {
        return 0;
    }
    const size_t row = wrong / n, column = wrong % n;
    if (row == column) {
        return verify_mismatch(distance, n, wrong, TYPE_INT32, 0, NAN, error);
    }
    return -error_set(error, "element (%zu, %zu) is %d, expected 0 to %d%s", row, column, distance[wrong],
                      GRAPH_UNREACHABLE, verify_poison_note(distance, wrong, TYPE_INT32, 0));
}

/* ---- certificates: conditions on the edges that hold for correct distances only ----
 *
 * A row d of distances from source s is correct if
 *   - d(j) = min over the edges k -> j of positive weight w of d(k) + w, and 0 for j = s; or
 *   - an edge of weight 0 leads to j from a vertex k with d(k) = d(j) that is certified itself;
 *   - and no edge of weight 0 leads from a vertex to one that is farther away.
 * Then no distance exceeds d(k) + w of any edge, so no cell is too large. By induction on the distance every
 * finite cell is the length of a path, so none is too small. Bellman's equation alone, which treats edges of
 * weight 0 like others, would let a cycle of weight 0 certify itself.
 *
 * Thirty-two rows are checked side by side: every edge is read once for all of them, minima stay in
 * registers, and distances (128 n bytes per thread) in the second-level cache. Vertices that only edges of
 * weight 0 certify are then searched from the certified ones, row by row.
 * Source of the conditions: Ahuja, Magnanti, Orlin: Network Flows, 1993, sections 4.2 and 5.2. */

enum { SIDE = 32 }; /* rows at a time */

/* Scratch memory of one thread. */
typedef struct Scratch {
    int32_t *distance, *best; /* n x SIDE: SIDE rows, transposed; one allocation has all four */
    int32_t *queue;           /* n */
    bool *proven;             /* n, of one row */
} Scratch;

typedef struct Fault {
    size_t row, cell; /* row n: none */
    int32_t best;     /* distance according to the edges; GRAPH_UNREACHABLE if no edge ends in the vertex */
} Fault;

static int scratch_alloc(Scratch *scratch, size_t n)
{
    const size_t each =
        (2 * SIDE + 1) * sizeof(int32_t) + sizeof(bool); /* n x n distances exist: n is small */
    int32_t *memory = aligned_alloc(64, size_round_up(n * each, 64));
    if (memory == NULL) {
        return -1;
    }
    int32_t *queue = memory + 2 * SIDE * n;
    *scratch = (Scratch){memory, memory + SIDE * n, queue, (bool *)(queue + n)};
    return 0;
}

/* Loads rows first .. first + count - 1; missing rows up to SIDE are unreachable. */
static void load(Scratch *scratch, const int32_t *distance, size_t n, size_t first, size_t count)
{
    for (size_t j = 0; j < n; j++) {
        for (size_t r = 0; r < SIDE; r++) {
            scratch->distance[j * SIDE + r] =
                r < count ? distance[(first + r) * n + j] : (int32_t)GRAPH_UNREACHABLE;
        }
    }
}

/* best(j) = min over the edges k -> j of positive weight w of distance(k) + w, in all rows; 0 at the sources.
 * The source of row r is first + r. */
static void relax(Scratch *scratch, size_t first, size_t count)
{
    const GraphRows *in = &truth.in;
    for (size_t j = 0; j < in->n; j++) {
        int32_t best[SIDE];
        for (size_t r = 0; r < SIDE; r++) {
            best[r] = GRAPH_UNREACHABLE;
        }
        for (size_t e = in->row[j]; e < in->row[j + 1]; e++) {
            const int32_t *from = scratch->distance + (size_t)in->target[e] * SIDE;
            int32_t weight = in->weight[e];
            for (size_t r = 0; r < SIDE; r++) {
                int32_t length = from[r] + weight;
                best[r] = length < best[r] ? length : best[r];
            }
        }
        memcpy(scratch->best + j * SIDE, best, sizeof best);
    }
    for (size_t r = 0; r < count; r++) {
        scratch->best[(first + r) * SIDE + r] = 0;
    }
}

/* Follows edges of weight 0 from the `count` certified vertices in the queue. Returns a vertex that is
 * farther away than such an edge allows, with its correct bound in *best; n if there is none. */
static size_t follow_zeros(const int32_t *row, Scratch *scratch, size_t count, int32_t *best)
{
    const GraphRows *zero = &truth.zero;
    while (count > 0) {
        size_t k = (size_t)scratch->queue[--count];
        for (size_t e = zero->row[k]; e < zero->row[k + 1]; e++) {
            size_t j = (size_t)zero->target[e];
            if (row[j] > row[k]) {
                *best = row[k];
                return j;
            }
            if (row[j] == row[k] && !scratch->proven[j]) {
                scratch->proven[j] = true;
                scratch->queue[count++] = (int32_t)j;
            }
        }
    }
    return zero->n;
}

/* The first cell of row r of the loaded rows that is not certified, with its distance by the edges in *best;
 * n if there is none. */
static size_t find_unproven(const int32_t *row, Scratch *scratch, size_t r, int32_t *best)
{
    size_t n = truth.n, count = 0;
    for (size_t j = 0; j < n; j++) {
        *best = scratch->best[j * SIDE + r];
        if (*best < row[j]) {
            return j;
        }
        scratch->proven[j] = *best == row[j];
        if (scratch->proven[j] && row[j] < GRAPH_UNREACHABLE && truth.zero.row[j] < truth.zero.row[j + 1]) {
            scratch->queue[count++] = (int32_t)j;
        }
    }
    size_t place = follow_zeros(row, scratch, count, best);
    for (size_t j = 0; j < n && place == n; j++) {
        if (!scratch->proven[j]) {
            *best = scratch->best[j * SIDE + r];
            place = j;
        }
    }
    return place;
}

/* The first fault in rows first .. first + count - 1. */
static Fault check(const int32_t *distance, Scratch *scratch, size_t first, size_t count)
{
    size_t n = truth.n;
    Fault fault = {.row = n};
    load(scratch, distance, n, first, count);
    relax(scratch, first, count);
    if (truth.zero.m == 0 &&
        memcmp(scratch->distance, scratch->best, n * SIDE * sizeof *scratch->best) == 0) {
        return fault;
    }
    for (size_t r = 0; r < count; r++) {
        const int32_t *row = distance + (first + r) * n;
        fault.cell = find_unproven(row, scratch, r, &fault.best);
        if (fault.cell < n) {
            fault.row = first + r;
            return fault;
        }
    }
    return fault;
}

static int report_fault(const int32_t *distance, size_t n, const Fault *fault, Error *error)
{
    int32_t is = distance[fault->row * n + fault->cell];
    return fault->best < is
               ? -error_set(error, "element (%zu, %zu) is %d, but the edges into %zu give %d", fault->row,
                            fault->cell, is, fault->cell, fault->best)
               : -error_set(error, "element (%zu, %zu) is %d, but no path from %zu to %zu is that short",
                            fault->row, fault->cell, is, fault->row, fault->cell);
}

static int check_certificate(const int32_t *distance, Error *error)
{
    size_t n = truth.n, failures = 0;
    Fault first = {.row = n};
#pragma omp parallel reduction(+ : failures)
    {
        Scratch scratch = {.distance = NULL};
        Fault fault = {.row = n}; /* the thread's first, as it gets rows in ascending order */
        const bool usable = scratch_alloc(&scratch, n) == 0;
        failures += !usable;
#pragma omp for schedule(dynamic)
        for (size_t i = 0; i < n; i += SIDE) {
            if (usable && fault.row == n) {
                fault = check(distance, &scratch, i, size_min(n - i, SIDE));
            }
        }
#pragma omp critical
        first = fault.row < first.row ? fault : first;
        free(scratch.distance);
    }
    return failures > 0     ? verify_no_memory(error)
           : first.row == n ? 0
                            : report_fault(distance, n, &first, error);
}

/* ---- all of it ---- */

int verify_distances(const Graph *graph, const int32_t *distance, uint64_t seed, Error *error)
{
    size_t n = graph->n;
    const bool listed = graph->edges != NULL;
    const uint64_t edges =
        listed ? matrix_hash(0, graph->edges, graph->m * sizeof *graph->edges) : graph->seed;
    const uint64_t words[] = {n, graph->m, listed, edges, seed, graph->kind, graph->changed};
    const uint64_t key = matrix_hash(0, words, sizeof words);
    if ((truth.row == NULL || truth.key != key) && prepare(graph, key, seed, error) != 0) {
        return -1;
    }
    const bool large = n > VERIFY_EXACT_MAX_N;
    int status = large ? check_range(distance, n, error) : 0; /* first: the certificate's sums need it */
    status = status == 0 ? check_rows(distance, error) : status;
    return status == 0 && large ? check_certificate(distance, error) : status;
}
