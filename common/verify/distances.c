/* Is a matrix the closure of a graph? See verify.h.
 *
 * Up to VERIFY_EXACT_MAX_N vertices: equal to plain Floyd-Warshall, cell by cell.
 * Above, certificates that cost far less than the closure:
 *   - every cell in range and the diagonal 0;
 *   - whole rows from Dijkstra, which shares nothing with Floyd-Warshall but the graph;
 *   - no edge shorter than the distance it spans, and no detour shorter than the
 *     distance, for a million random triples;
 *   - where n m is small enough, Bellman's equation in every cell:
 *     d(i, j) = min over the edges k -> j of d(i, k) + w. With positive weights only the
 *     closure satisfies it, so that this proves all cells in O(n m).
 * What depends on the graph alone is kept for the last graph, told apart by n, m and the seed or a
 * hash of the edges, as is the hash of its closure once that has been seen.
 * Not to be called by two threads at once. */
#include "common/verify/verify.h"

#include <stdlib.h>
#include <string.h>

#include "common/matrix.h"
#include "common/random.h"
#include "common/size.h"
#include "common/verify/blame.h"

enum {
    SOURCES = 16,
    TRIPLES = 1000000,
    EQUATION_STEPS = 1 << 30,    /* n m up to here: about a second on two cores */
    STREAM_SOURCES = 0x736f7572, /* streams of random_stream() that no graph uses */
    STREAM_TRIPLES = 0x74726970,
};

/* What is known of one graph: `count` rows of distances. */
typedef struct Truth {
    bool known;
    bool listed; /* the graph has an edge list */
    size_t n, m;
    uint64_t edges; /* hash of the edge list, or the seed of the recipe */
    uint64_t seed;  /* of the sources */
    size_t count;
    size_t *row;
    int32_t *distance;   /* count x n */
    GraphRows edges_out; /* for Bellman's equation; empty where it is not asked */
    bool has_right;
    uint64_t right_hash; /* of the closure */
} Truth;

static Truth truth; /* of the last graph; stays until the next one */

static void forget(void)
{
    free(truth.row);
    free(truth.distance);
    graph_rows_free(&truth.edges_out);
    truth = (Truth){0};
}

static int no_memory(Error *error)
{
    return error_set(error, "no memory to verify the distances; choose a smaller graph");
}

/* ---- truth ---- */

static void floyd_warshall(int32_t *distance, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < n; i++) {
            int32_t to_k = distance[i * n + k];
            for (size_t j = 0; j < n; j++) {
                int32_t detour = to_k + distance[k * n + j];
                distance[i * n + j] = detour < distance[i * n + j] ? detour : distance[i * n + j];
            }
        }
    }
}

/* The rows truth.row[] by Dijkstra, a source a thread. */
static int dijkstra_rows(const GraphRows *edges, Error *error)
{
    size_t failures = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : failures)
    for (size_t s = 0; s < truth.count; s++) {
        Error ignored;
        failures += graph_dijkstra(edges, truth.row[s], truth.distance + s * edges->n, &ignored) != 0;
    }
    return failures == 0 ? 0 : no_memory(error);
}

static int compute_rows(const Graph *graph, Error *error)
{
    if (graph->n <= VERIFY_EXACT_MAX_N) {
        graph_to_matrix(graph, truth.distance);
        floyd_warshall(truth.distance, graph->n);
        return 0;
    }
    if (graph_rows(graph, &truth.edges_out, error) != 0) {
        return -1;
    }
    int status = dijkstra_rows(&truth.edges_out, error);
    if (size_mul(graph->n, graph->m) > EQUATION_STEPS) {
        graph_rows_free(&truth.edges_out);
        truth.edges_out = (GraphRows){0};
    }
    return status;
}

static int learn(const Graph *graph, uint64_t edges, uint64_t seed, Error *error)
{
    forget();
    size_t n = graph->n;
    bool all = n <= VERIFY_EXACT_MAX_N;
    truth.count = all ? n : SOURCES;
    truth.row = calloc(truth.count, sizeof *truth.row);
    truth.distance = calloc(truth.count * n, sizeof *truth.distance);
    int status = truth.row != NULL && truth.distance != NULL ? 0 : no_memory(error);
    if (status == 0) {
        uint64_t stream = random_stream(seed, STREAM_SOURCES);
        for (size_t s = 0; s < truth.count; s++) {
            truth.row[s] = all ? s : random_below(random_bits(stream, s), n);
        }
        truth.row[0] = 0;
        truth.row[truth.count - 1] = n - 1;
        status = compute_rows(graph, error);
    }
    if (status != 0) {
        forget();
        return -1;
    }
    truth.known = true;
    truth.listed = graph->edges != NULL;
    truth.n = n;
    truth.m = graph->m;
    truth.edges = edges;
    truth.seed = seed;
    return 0;
}

/* ---- checks: each returns 1 and the first thing wrong, or 0 ---- */

static int check_rows(const int32_t *distance, Error *error)
{
    size_t n = truth.n;
    for (size_t s = 0; s < truth.count; s++) {
        const int32_t *row = distance + truth.row[s] * n, *right = truth.distance + s * n;
        for (size_t j = 0; j < n; j++) {
            if (row[j] != right[j]) {
                return verify_blame(distance, n, truth.row[s] * n + j, TYPE_INT32, &right[j], error);
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
    size_t wrong = n; /* the first row with a wrong cell */
#pragma omp parallel for schedule(static) reduction(min : wrong)
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n && i < wrong; j++) {
            if (!cell_in_range(distance, n, i, j)) {
                wrong = i;
            }
        }
    }
    if (wrong == n) {
        return 0;
    }
    size_t j = 0;
    while (cell_in_range(distance, n, wrong, j)) {
        j++;
    }
    if (j == wrong) {
        return verify_blame(distance, n, wrong * n + j, TYPE_INT32, &(int32_t){0}, error);
    }
    error_set(error, "element (%zu, %zu) is %d, expected 0 to %d%s", wrong, j, distance[wrong * n + j],
              GRAPH_UNREACHABLE, verify_poison_note(distance, wrong * n + j, TYPE_INT32));
    return 1;
}

static int check_edges(const Graph *graph, const int32_t *distance, Error *error)
{
    size_t wrong = graph->m;
#pragma omp parallel for schedule(static) reduction(min : wrong)
    for (size_t e = 0; e < graph->m; e++) {
        Edge edge = graph_edge(graph, e);
        if (e < wrong && distance[(size_t)edge.source * graph->n + (size_t)edge.target] > edge.weight) {
            wrong = e;
        }
    }
    if (wrong == graph->m) {
        return 0;
    }
    Edge edge = graph_edge(graph, wrong);
    error_set(error, "element (%d, %d) is %d, longer than the edge of weight %d between them", edge.source,
              edge.target, distance[(size_t)edge.source * graph->n + (size_t)edge.target], edge.weight);
    return 1;
}

static int check_triangles(const int32_t *distance, size_t n, uint64_t seed, Error *error)
{
    uint64_t stream = random_stream(seed, STREAM_TRIPLES);
    size_t wrong = TRIPLES;
#pragma omp parallel for schedule(static) reduction(min : wrong)
    for (size_t t = 0; t < TRIPLES; t++) {
        size_t i = random_below(random_bits(stream, 3 * t), n);
        size_t j = random_below(random_bits(stream, 3 * t + 1), n);
        size_t k = random_below(random_bits(stream, 3 * t + 2), n);
        if (t < wrong && distance[i * n + j] > distance[i * n + k] + distance[k * n + j]) {
            wrong = t;
        }
    }
    if (wrong == TRIPLES) {
        return 0;
    }
    size_t i = random_below(random_bits(stream, 3 * wrong), n);
    size_t j = random_below(random_bits(stream, 3 * wrong + 1), n);
    size_t k = random_below(random_bits(stream, 3 * wrong + 2), n);
    error_set(error, "element (%zu, %zu) is %d, but by way of %zu it is only %d", i, j, distance[i * n + j],
              k, distance[i * n + k] + distance[k * n + j]);
    return 1;
}

/* What Bellman's equation gives for row i: best[n]. */
static void relax_row(const GraphRows *edges, const int32_t *row, size_t i, int32_t *best)
{
    for (size_t j = 0; j < edges->n; j++) {
        best[j] = GRAPH_UNREACHABLE;
    }
    for (size_t k = 0; k < edges->n; k++) {
        for (size_t e = edges->row[k]; e < edges->row[k + 1] && row[k] < GRAPH_UNREACHABLE; e++) {
            int32_t length = row[k] + edges->weight[e];
            int32_t *target = &best[edges->target[e]];
            *target = length < *target ? length : *target;
        }
    }
    best[i] = 0;
}

/* Names the first cell of row i that does not satisfy the equation. */
static int blame_equation(const GraphRows *edges, const int32_t *row, size_t i, Error *error)
{
    int32_t *best = calloc(edges->n, sizeof *best);
    if (best == NULL) {
        return no_memory(error);
    }
    relax_row(edges, row, i, best);
    size_t j = 0;
    while (row[j] == best[j]) {
        j++;
    }
    error_set(error, "element (%zu, %zu) is %d, but the edges that end in %zu make it %d", i, j, row[j], j,
              best[j]);
    free(best);
    return 1;
}

static int check_equation(const GraphRows *edges, const int32_t *distance, Error *error)
{
    size_t n = edges->n, wrong = n, failures = 0; /* wrong: the first wrong row */
#pragma omp parallel reduction(min : wrong) reduction(+ : failures)
    {
        int32_t *best = calloc(n, sizeof *best);
        failures += best == NULL;
#pragma omp for schedule(static)
        for (size_t i = 0; i < n; i++) {
            if (best != NULL && i < wrong) {
                relax_row(edges, distance + i * n, i, best);
                wrong = memcmp(best, distance + i * n, n * sizeof *best) == 0 ? wrong : i;
            }
        }
        free(best);
    }
    if (failures > 0) {
        return no_memory(error);
    }
    return wrong == n ? 0 : blame_equation(edges, distance + wrong * n, wrong, error);
}

/* All that is checked above VERIFY_EXACT_MAX_N. */
static int check_large(const Graph *graph, const int32_t *distance, uint64_t seed, Error *error)
{
    int status = check_range(distance, graph->n, error); /* first: the sums of the others need it */
    if (status == 0) {
        status = check_rows(distance, error);
    }
    if (status == 0) {
        status = check_edges(graph, distance, error);
    }
    if (status == 0) {
        status = check_triangles(distance, graph->n, seed, error);
    }
    if (status == 0 && truth.edges_out.n != 0) {
        status = check_equation(&truth.edges_out, distance, error);
    }
    return status;
}

int verify_distances(const Graph *graph, const int32_t *distance, uint64_t seed, Error *error)
{
    size_t n = graph->n;
    uint64_t edges =
        graph->edges != NULL ? matrix_hash(0, graph->edges, graph->m * sizeof *graph->edges) : graph->seed;
    bool same = truth.known && truth.listed == (graph->edges != NULL) && truth.n == n &&
                truth.m == graph->m && truth.edges == edges && truth.seed == seed;
    if (!same && learn(graph, edges, seed, error) != 0) {
        return -1;
    }
    if (n <= VERIFY_EXACT_MAX_N) {
        return check_rows(distance, error);
    }
    uint64_t hash = matrix_hash(0, distance, n * n * sizeof *distance);
    if (truth.has_right && hash == truth.right_hash) {
        return 0;
    }
    int status = check_large(graph, distance, seed, error);
    if (status == 0) {
        truth.has_right = true;
        truth.right_hash = hash;
    }
    return status;
}
