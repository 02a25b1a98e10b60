/* Verification of all-pairs distances of a graph. See verify.h.
 *
 * Whole rows are compared with Dijkstra's, which shares only the graph with Floyd-Warshall: up to
 * VERIFY_EXACT_MAX_N vertices all of them. Above, at far lower cost than the closure:
 *   - every cell is in range and the diagonal is 0;
 *   - 16 rows equal Dijkstra's;
 *   - every row has a certificate from the edges (certificate.c), in O(n m).
 * Data that depends on the graph alone is cached for the last graph, identified by n, m and the seed or a
 * hash of the edges. Not thread-safe. */
#include "common/verify/verify.h"

#include <stdlib.h>

#include "common/matrix.h"
#include "common/random.h"
#include "common/verify/accuracy.h"
#include "common/verify/certificate.h"
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
    int32_t *distance;            /* count x n */
    CertificateEdges certificate; /* above VERIFY_EXACT_MAX_N */
} Truth;

static Truth truth; /* of the last graph; replaced by the next one */

static void clear(void)
{
    free(truth.row);
    free(truth.distance);
    certificate_edges_free(&truth.certificate);
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
        failures += graph_dijkstra(&edges, truth.row[s], truth.distance + s * edges.n, NULL) != 0;
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
    if (status == 0 && !all) {
        status = certificate_edges_make(&truth.certificate, graph, error);
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
                return verify_mismatch(distance, n, truth.row[s] * n + j, TYPE_INT32, &right[j], error);
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
        return verify_mismatch(distance, n, wrong, TYPE_INT32, &(int32_t){0}, error);
    }
    error_set(error, "element (%zu, %zu) is %d, expected 0 to %d%s", row, column, distance[wrong],
              GRAPH_UNREACHABLE, verify_poison_note(distance, wrong, TYPE_INT32));
    return 1;
}

int verify_distances(const Graph *graph, const int32_t *distance, uint64_t seed, Error *error)
{
    size_t n = graph->n;
    const bool listed = graph->edges != NULL;
    const uint64_t edges =
        listed ? matrix_hash(0, graph->edges, graph->m * sizeof *graph->edges) : graph->seed;
    const uint64_t words[] = {n, graph->m, listed, edges, seed, graph->kind, graph->changed};
    const uint64_t key = matrix_hash(0, words, sizeof words);
    const uint64_t result = matrix_hash(key, distance, n * n * sizeof *distance);
    Accuracy exact;
    if (verified_cache_find(result, &exact)) {
        return 0;
    }
    if ((truth.row == NULL || truth.key != key) && prepare(graph, key, seed, error) != 0) {
        return -1;
    }
    const bool large = n > VERIFY_EXACT_MAX_N;
    int status = large ? check_range(distance, n, error) : 0; /* first: the certificate's sums need it */
    status = status == 0 ? check_rows(distance, error) : status;
    if (status == 0 && large) {
        status = certificate_check(&truth.certificate, distance, error);
    }
    if (status == 0) {
        verified_cache_add(result, ACCURACY_EXACT);
    }
    return status;
}
