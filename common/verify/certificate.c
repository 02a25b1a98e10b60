/* Certificates of shortest paths: conditions on the edges that hold for correct distances only.
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
#include "common/verify/certificate.h"

#include <stdlib.h>
#include <string.h>

#include "common/size.h"
#include "common/verify/mismatch.h"

enum { SIDE = 32 }; /* rows at a time */

/* Scratch memory of one thread. */
typedef struct Scratch {
    int32_t *distance, *best; /* n x SIDE: SIDE rows, transposed */
    bool *proven;             /* n, of one row */
    int32_t *queue;           /* n */
} Scratch;

typedef struct Fault {
    size_t row, cell; /* row n: none */
    int32_t best;     /* distance according to the edges; GRAPH_UNREACHABLE if no edge ends in the vertex */
} Fault;

/* ---- edges ---- */

void certificate_edges_free(CertificateEdges *edges)
{
    graph_rows_free(&edges->in);
    graph_rows_free(&edges->zero);
}

int certificate_edges_make(CertificateEdges *edges, const Graph *graph, Error *error)
{
    *edges = (CertificateEdges){0};
    if (graph_rows(graph, GRAPH_POSITIVE_BY_TARGET, &edges->in, error) != 0 ||
        graph_rows(graph, GRAPH_ZERO_BY_SOURCE, &edges->zero, error) != 0) {
        certificate_edges_free(edges);
        return -1;
    }
    return 0;
}

/* ---- thirty-two rows ---- */

static int scratch_alloc(Scratch *scratch, size_t n)
{
    size_t bytes = size_mul(size_mul(n, SIDE), sizeof(int32_t)); /* on overflow too many to be had */
    *scratch = (Scratch){
        .distance = aligned_alloc(64, bytes),
        .best = aligned_alloc(64, bytes),
        .proven = calloc(n, sizeof *scratch->proven),
        .queue = calloc(n, sizeof *scratch->queue),
    };
    bool enough = scratch->distance != NULL && scratch->best != NULL && scratch->proven != NULL &&
                  scratch->queue != NULL;
    return enough ? 0 : -1;
}

static void scratch_free(Scratch *scratch)
{
    free(scratch->distance);
    free(scratch->best);
    free(scratch->proven);
    free(scratch->queue);
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
static void relax(const GraphRows *in, Scratch *scratch, size_t first, size_t count)
{
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

/* ---- one row ---- */

/* Follows edges of weight 0 from the `count` certified vertices in the queue. Returns a vertex that is
 * farther away than such an edge allows, with its correct bound in *best; n if there is none. */
static size_t follow_zeros(const CertificateEdges *edges, const int32_t *row, Scratch *scratch, size_t count,
                           int32_t *best)
{
    const GraphRows *zero = &edges->zero;
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
static size_t find_unproven(const CertificateEdges *edges, const int32_t *row, Scratch *scratch, size_t r,
                            int32_t *best)
{
    size_t n = edges->in.n, count = 0;
    for (size_t j = 0; j < n; j++) {
        *best = scratch->best[j * SIDE + r];
        if (*best < row[j]) {
            return j;
        }
        scratch->proven[j] = *best == row[j];
        if (scratch->proven[j] && row[j] < GRAPH_UNREACHABLE && edges->zero.row[j] < edges->zero.row[j + 1]) {
            scratch->queue[count++] = (int32_t)j;
        }
    }
    size_t place = follow_zeros(edges, row, scratch, count, best);
    for (size_t j = 0; j < n && place == n; j++) {
        if (!scratch->proven[j]) {
            *best = scratch->best[j * SIDE + r];
            place = j;
        }
    }
    return place;
}

/* The first fault in rows first .. first + count - 1. */
static Fault check(const CertificateEdges *edges, const int32_t *distance, Scratch *scratch, size_t first,
                   size_t count)
{
    size_t n = edges->in.n;
    Fault fault = {.row = n};
    load(scratch, distance, n, first, count);
    relax(&edges->in, scratch, first, count);
    if (edges->zero.m == 0 &&
        memcmp(scratch->distance, scratch->best, n * SIDE * sizeof *scratch->best) == 0) {
        return fault;
    }
    for (size_t r = 0; r < count; r++) {
        const int32_t *row = distance + (first + r) * n;
        fault.cell = find_unproven(edges, row, scratch, r, &fault.best);
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
    if (fault->best < is) {
        error_set(error, "element (%zu, %zu) is %d, but the edges into %zu give %d", fault->row, fault->cell,
                  is, fault->cell, fault->best);
    } else {
        error_set(error, "element (%zu, %zu) is %d, but no path from %zu to %zu is that short", fault->row,
                  fault->cell, is, fault->row, fault->cell);
    }
    return 1;
}

int certificate_check(const CertificateEdges *edges, const int32_t *distance, Error *error)
{
    size_t n = edges->in.n, failures = 0;
    Fault first = {.row = n};
#pragma omp parallel reduction(+ : failures)
    {
        Scratch scratch;
        Fault fault = {.row = n}; /* the thread's first, as it gets rows in ascending order */
        const bool usable = scratch_alloc(&scratch, n) == 0;
        failures += !usable;
#pragma omp for schedule(dynamic)
        for (size_t i = 0; i < n; i += SIDE) {
            if (usable && fault.row == n) {
                fault = check(edges, distance, &scratch, i, size_min(n - i, SIDE));
            }
        }
#pragma omp critical
        first = fault.row < first.row ? fault : first;
        scratch_free(&scratch);
    }
    if (failures > 0) {
        return verify_no_memory(error);
    }
    return first.row == n ? 0 : report_fault(distance, n, &first, error);
}
