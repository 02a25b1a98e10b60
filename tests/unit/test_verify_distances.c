/* Distances: the closure passes, and every kind of error is found, below and above the size up to which all
 * cells are compared with Floyd-Warshall. */
#include "common/graph/graph.h"
#include "common/matrix.h"
#include "common/random.h"
#include "common/verify/verify.h"
#include "tests/unit/sanitized.h"
#include "tests/unit/unit.h"

/* Number of wrong cells per test; sanitizers slow the verifier tenfold. */
enum { TRIALS = sanitized_build ? 2 : 20 };

/* The closure by Bellman-Ford from every source, independent of the verifier. */
static int32_t *closure(const Graph *graph)
{
    size_t n = graph->n;
    int32_t *distance = malloc(n * n * sizeof *distance);
    Edge *edges = calloc(graph->m + 1, sizeof *edges);
    assert_non_null(distance);
    assert_non_null(edges);
    for (size_t e = 0; e < graph->m; e++) {
        edges[e] = graph_edge(graph, e);
    }
#pragma omp parallel for
    for (size_t source = 0; source < n; source++) {
        int32_t *row = distance + source * n;
        for (size_t j = 0; j < n; j++) {
            row[j] = j == source ? 0 : GRAPH_UNREACHABLE;
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (size_t e = 0; e < graph->m; e++) {
                int32_t from = row[edges[e].source];
                if (from < GRAPH_UNREACHABLE && from + edges[e].weight < row[edges[e].target]) {
                    row[edges[e].target] = from + edges[e].weight;
                    changed = true;
                }
            }
        }
    }
    free(edges);
    return distance;
}

static int judge(const Graph *graph, const int32_t *distance)
{
    error.text[0] = 0;
    return verify_distances(graph, distance, 7, &error);
}

TEST(closures_pass)
{
    const struct {
        size_t n, m;
    } shapes[] = {{1, 0},    {2, 0},     {2, 1},      {3, 9},     {31, 60},   {33, 1000},
                  {100, 50}, {257, 900}, {512, 4000}, {513, 300}, {600, 4000}};
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        Graph graph = graph_random(shapes[s].n, shapes[s].m, s);
        int32_t *distance = closure(&graph);
        assert_int_equal(judge(&graph, distance), 0);
        assert_int_equal(judge(&graph, distance), 0);
        free(distance);
    }
}

TEST(edge_lists_pass_and_are_told_apart)
{
    /* Parallel edges, a self-loop, weight 0, an unreachable vertex. */
    Edge edges[] = {{0, 1, 5}, {0, 1, 3}, {1, 1, 9}, {1, 2, 0}, {2, 0, 4}, {3, 0, 1}};
    Graph graph = {.n = 4, .rows = 4, .m = 6, .edges = edges, .seed = 0};
    const int32_t none = GRAPH_UNREACHABLE;
    int32_t distance[] = {0, 3, 3, none, 4, 0, 0, none, 4, 7, 0, none, 1, 4, 4, 0};
    assert_int_equal(judge(&graph, distance), 0);
    edges[1].weight = 2; /* same address, another graph */
    assert_wrong(judge(&graph, distance), "element (0, 1) is 3, expected 2");
    edges[1].weight = 3;
    assert_int_equal(judge(&graph, distance), 0);
}

/* ---- kinds of errors ---- */

static size_t cell_of(size_t n, size_t trial)
{
    size_t i = random_below(random_bits(3, 2 * trial), n);
    size_t j = random_below(random_bits(3, 2 * trial + 1), n - 1);
    return i * n + (j >= i ? j + 1 : j); /* not on the diagonal */
}

/* In each of these cells every other value is wrong. */
static void check_cells(const Graph *graph, int32_t *distance, size_t trials)
{
    for (size_t trial = 0; trial < trials; trial++) {
        const size_t cell = cell_of(graph->n, trial);
        const int32_t held = distance[cell];
        const int32_t wrong[] = {held + 1,
                                 held - 1,
                                 2 * held,
                                 0,
                                 GRAPH_UNREACHABLE,
                                 GRAPH_UNREACHABLE + 1,
                                 -1,
                                 (int32_t)type_poison(TYPE_INT32)};
        for (size_t w = 0; w < COUNT_OF(wrong); w++) {
            distance[cell] = wrong[w];
            assert_returns(verify_distances(graph, distance, 7, &error), wrong[w] != held,
                           wrong[w] != held ? "element (" : "");
        }
        distance[cell] = held;
    }
}

TEST(every_wrong_cell_is_found)
{
    const size_t sizes[] = {100, 512, 513, 700};
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        size_t n = sizes[s];
        Graph graph = graph_random(n, 8 * n, n);
        int32_t *distance = closure(&graph);
        check_cells(&graph, distance, TRIALS);
        distance[(n / 2) * n + n / 2] = 1;
        assert_int_equal(judge(&graph, distance), 1);
        distance[(n / 2) * n + n / 2] = 0;
        assert_int_equal(judge(&graph, distance), 0);
        free(distance);
    }
}

TEST(what_was_never_written_is_told)
{
    const size_t sizes[] = {50, 600};
    for (size_t s = 0; s < 2; s++) {
        Graph graph = graph_random(sizes[s], 5 * sizes[s], 1);
        int32_t *distance = malloc(sizes[s] * sizes[s] * sizeof *distance);
        assert_non_null(distance);
        matrix_poison(distance, (Extent){sizes[s], sizes[s]}, TYPE_INT32);
        assert_wrong(judge(&graph, distance), "element (0, 0) is ");
        assert_non_null(strstr(error.text, "never written"));
        graph_to_matrix(&graph, distance); /* nothing computed */
        assert_int_equal(judge(&graph, distance), 1);
        free(distance);
    }
}

/* A graph with n m above 2^30: a ring of weight 1 forwards and heavy chords, so that the closure is known:
 * (j - i) mod n. */
enum { RING = 1100, CHORDS = 1000000 };

static Graph make_ring(void)
{
    Graph graph = {
        .n = RING, .rows = RING, .m = RING + CHORDS, .edges = malloc((RING + CHORDS) * sizeof(Edge))};
    assert_non_null(graph.edges);
    for (size_t i = 0; i < graph.m; i++) {
        Edge edge = graph_random_edge(1, RING, i);
        edge.weight = RING;
        graph.edges[i] = i < RING ? (Edge){(int32_t)i, (int32_t)((i + 1) % RING), 1} : edge;
    }
    return graph;
}

TEST(every_wrong_cell_is_found_in_dense_graphs)
{
    Graph graph = make_ring();
    size_t n = RING;
    int32_t *distance = malloc(n * n * sizeof *distance);
    assert_non_null(distance);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            distance[i * n + j] = (int32_t)((j + n - i) % n);
        }
    }
    assert_int_equal(judge(&graph, distance), 0);
    for (size_t trial = 0; trial < TRIALS; trial++) {
        size_t cell = cell_of(n, trial);
        int32_t step = trial % 2 == 0 || distance[cell] == 0 ? 1 : -1;
        distance[cell] += step;
        assert_int_equal(judge(&graph, distance), 1);
        distance[cell] -= step;
    }
    distance[500 * n + 501] = 2; /* an edge */
    assert_wrong(judge(&graph, distance), "element (500, 501) is 2, but the edges into 501 give 1");
    distance[500 * n + 501] = 1;
    distance[700 * n + 3] = -5;
    assert_wrong(judge(&graph, distance), "element (700, 3) is -5, expected 0 to 1073741823");
    distance[700 * n + 3] = (int32_t)((3 + n - 700) % n);
    assert_int_equal(judge(&graph, distance), 0);
    free(distance);
    graph_free(&graph);
}

/* ---- weights 0 ---- */

/* A random graph with weights 0 to `most`. */
static Graph with_zeros(size_t n, size_t m, int32_t most)
{
    Graph graph = {.n = n, .rows = n, .m = m, .edges = malloc(m * sizeof(Edge))};
    assert_non_null(graph.edges);
    for (size_t i = 0; i < m; i++) {
        graph.edges[i] = graph_random_edge(5, n, i);
        graph.edges[i].weight %= most + 1;
    }
    return graph;
}

TEST(closures_over_weights_0_pass_and_wrong_cells_are_found)
{
    const int32_t most[] = {0, 1, 5, 90};
    const size_t n = 600;
    for (size_t g = 0; g < COUNT_OF(most); g++) {
        Graph graph = with_zeros(n, 3 * n, most[g]); /* some pairs are unreachable */
        int32_t *distance = closure(&graph);
        assert_int_equal(judge(&graph, distance), 0);
        check_cells(&graph, distance, TRIALS / 2);
        free(distance);
        graph_free(&graph);
    }
}

/* Vertices in a cycle of weight 0 satisfy Bellman's equation with any distance. */
TEST(a_cycle_of_weight_0_proves_nothing)
{
    const size_t n = 700, first = 650, last = 652, source = 300;
    Graph graph = with_zeros(first, 5 * first, 50);
    size_t m = graph.m;
    graph.rows = graph.n = n;
    graph.m += 3;
    graph.edges = realloc(graph.edges, graph.m * sizeof *graph.edges);
    assert_non_null(graph.edges);
    for (size_t v = first; v <= last; v++) { /* an unreachable cycle */
        graph.edges[m++] = (Edge){(int32_t)v, (int32_t)(v == last ? first : v + 1), 0};
    }
    int32_t *distance = closure(&graph);
    assert_int_equal(judge(&graph, distance), 0);
    for (size_t v = first; v <= last; v++) {
        assert_int_equal(distance[source * n + v], GRAPH_UNREACHABLE);
        distance[source * n + v] = 7;
    }
    assert_wrong(judge(&graph, distance),
                 "element (300, 650) is 7, but no path from 300 to 650 is that short");
    free(distance);
    /* A reachable cycle, but from farther away. */
    graph.edges[0] = (Edge){(int32_t)source, (int32_t)first, 9};
    distance = closure(&graph);
    assert_int_equal(judge(&graph, distance), 0);
    for (size_t v = first; v <= last; v++) {
        assert_int_equal(distance[source * n + v], 9);
        distance[source * n + v] = 8;
    }
    assert_wrong(judge(&graph, distance),
                 "element (300, 650) is 8, but no path from 300 to 650 is that short");
    free(distance);
    graph_free(&graph);
}
