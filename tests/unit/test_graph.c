/* Graphs: generator, matrix, files in three formats, writing, rows and Dijkstra. */
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "common/graph/graph.h"
#include "tests/unit/folder.h"
#include "tests/unit/unit.h"

#define FILE_NAME "made" /* in the folder of the test */

/* ---- random graphs ---- */

TEST(random_edges_are_the_same_everywhere)
{
    static const struct {
        uint64_t seed;
        size_t n, i;
        Edge edge;
    } known[] = {
        {1, 25000, 0, {14164, 18644, 98}},
        {1, 25000, 5780157, {21881, 21860, 79}},
        {7, 2, 3, {0, 1, 96}},
        {UINT64_MAX, 1000, 999, {870, 902, 38}},
    };
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        Edge edge = graph_random_edge(known[i].seed, known[i].n, known[i].i);
        assert_memory_equal(&edge, &known[i].edge, sizeof edge);
    }
}

TEST(random_edges_are_possible_and_even)
{
    enum { N = 7, EDGES = 70000 };
    size_t pairs[N][N] = {{0}}, weights[GRAPH_MAX_WEIGHT + 1] = {0};
    Graph graph = graph_random(N, EDGES, 3);
    for (size_t i = 0; i < EDGES; i++) {
        Edge edge = graph_edge(&graph, i);
        assert_in_range(edge.source, 0, N - 1);
        assert_in_range(edge.target, 0, N - 1);
        assert_in_range(edge.weight, 1, GRAPH_MAX_WEIGHT);
        pairs[edge.source][edge.target]++;
        weights[edge.weight]++;
    }
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < N; j++) { /* 1667 expected; six standard deviations are 242 */
            assert_in_range(pairs[i][j], i == j ? 0 : 1425, i == j ? 0 : 1909);
        }
    }
    for (size_t w = 1; w <= GRAPH_MAX_WEIGHT; w++) { /* 700 expected */
        assert_in_range(weights[w], 540, 860);
    }
}

/* Unusual weights and rows, which no path may carry beyond GRAPH_UNREACHABLE. */
TEST(unusual_edges_are_unusual)
{
    enum { N = 33, EDGES = 4000 };
    for (InputKind kind = INPUT_USUAL; kind < INPUT_KINDS; kind++) {
        Graph graph = graph_random(N, EDGES, 3), changed = graph;
        size_t from[N] = {0};
        int32_t least = INT32_MAX, most = 0;
        graph.kind = changed.kind = kind;
        changed.changed = 1 + 8;
        for (size_t i = 0; i < EDGES; i++) {
            const Edge edge = graph_edge(&graph, i), other = graph_edge(&changed, i);
            assert_true(edge.source == other.source && edge.target == other.target);
            assert_int_equal(edge.weight != other.weight, edge.source == 8);
            assert_in_range(other.weight, 0, graph_weight_limit(N));
            from[edge.source]++;
            least = edge.weight < least ? edge.weight : least;
            most = edge.weight > most ? edge.weight : most;
        }
        assert_int_equal(from[7] == 0, kind == INPUT_SPARSE);
        assert_int_equal(from[N / 2] > EDGES / 3, kind == INPUT_LARGE);
        assert_int_equal(least == 0 && most == 1, kind == INPUT_SMALL);
        assert_int_equal(most > graph_weight_limit(N) / 2, kind == INPUT_LARGE);
    }
}

TEST(default_edges_fit)
{
    static const size_t known[][2] = {{0, 0}, {1, 0}, {2, 2}, {17, 272}, {18, 288}, {1000, 16000}};
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        assert_int_equal(graph_default_edges(known[i][0]), known[i][1]);
    }
}

/* Nearly all edges are parallel to another, and threads compete for cells. */
TEST(matrix_does_not_depend_on_threads)
{
    enum { N = 9, EDGES = 20000 };
    int32_t expected[N * N], matrix[N * N];
    Graph graph = graph_random(N, EDGES, 11);
    for (size_t i = 0; i < N * N; i++) {
        expected[i] = i % (N + 1) == 0 ? 0 : GRAPH_UNREACHABLE;
    }
    for (size_t i = 0; i < 300; i++) {
        Edge edge = graph_edge(&graph, i);
        int32_t *cell = &expected[edge.source * N + edge.target];
        *cell = edge.weight < *cell ? edge.weight : *cell;
    }
    graph.m = 300;
    for (int threads = 1; threads <= 8; threads *= 2) {
        use_threads(threads);
        graph_to_matrix(&graph, matrix);
        assert_memory_equal(matrix, expected, sizeof matrix);
    }
    graph.m = EDGES;
    use_threads(1);
    graph_to_matrix(&graph, expected);
    for (int repeat = 0; repeat < 20; repeat++) {
        use_threads(4);
        graph_to_matrix(&graph, matrix);
        assert_memory_equal(matrix, expected, sizeof matrix);
    }
}

/* ---- correct files ---- */

static void assert_round_trip(const Graph *graph, GraphFormat format)
{
    const size_t n = graph->n;
    Graph back;
    assert_ok(graph_write(FILE_NAME, graph, format, &error));
    assert_ok(graph_read(FILE_NAME, GRAPH_WEIGHTS, &back, &error));
    assert_int_equal(back.n, graph->n);
    assert_int_equal(back.m, graph->m);
    assert_int_equal(back.format, format);
    assert_non_null(back.edges);
    for (size_t i = 0; i < graph->m; i++) {
        Edge edge = graph_edge(graph, i);
        assert_memory_equal(&edge, &back.edges[i], sizeof edge);
    }
    int32_t *expected = malloc(n * n * sizeof *expected), *matrix = malloc(n * n * sizeof *matrix);
    graph_to_matrix(graph, expected);
    double fill_s = 1.0;
    assert_ok(graph_read_matrix(FILE_NAME, n, matrix, &fill_s, &error));
    assert_memory_equal(matrix, expected, n * n * sizeof *matrix);
    assert_true(fill_s > 1.0); /* added to the previous value */
    assert_refused(graph_read_matrix(FILE_NAME, n + 1, matrix, NULL, &error), "vertices, not");
    assert_refused(graph_read_matrix("none", n, matrix, NULL, &error), "none: cannot open");
    free(expected);
    free(matrix);
    graph_free(&back);
}

TEST(formats_round_trip, IN_FOLDER)
{
    Edge edges[] = {{0, 1, 5}, {1, 1, 0}, {2, 0, 7}, {0, 1, 3}, {2, 1, 536870911}};
    const Graph graphs[] = {
        graph_random(100, 60000, 1), /* more than one batch */
        graph_random(300, 2, 2),     /* mostly isolated vertices */
        graph_random(1, 0, 0),
        {.n = 3, .m = 5, .edges = edges}, /* a loop, parallel edges, the least and the largest weight */
    };
    for (size_t i = 0; i < COUNT_OF(graphs); i++) {
        for (int format = 0; format < GRAPH_FORMATS; format++) {
            assert_round_trip(&graphs[i], (GraphFormat)format);
        }
    }
}

TEST(formats_have_names)
{
    GraphFormat format;
    for (int i = 0; i < GRAPH_FORMATS; i++) {
        assert_int_equal(graph_format_parse(graph_format_name((GraphFormat)i), &format), 0);
        assert_int_equal(format, i);
    }
    assert_int_equal(graph_format_parse("folder.gr/usa.mtx", &format), 0);
    assert_int_equal(format, GRAPH_MATRIX_MARKET);
    assert_int_equal(graph_format_parse("usa.gr", &format), 0);
    assert_int_equal(format, GRAPH_DIMACS);
    assert_int_equal(graph_format_parse("usa.txt", &format), -1);
    assert_int_equal(graph_format_parse("gr", &format), -1);
    assert_int_equal(graph_format_parse("", &format), -1);
    assert_int_equal(graph_format_parse(NULL, &format), -1);
}

TEST(text_formats_are_read_as_others_write_them, IN_FOLDER)
{
    static const struct {
        const char *text;
        size_t m;
        Edge edges[2];
    } known[] = {
        {"c made by hand\nc\n\np sp 3 2\r\nc  here\na 1 3 4\r\n\ta  3\t2 1 \nc end\n\n",
         2,
         {{0, 2, 4}, {2, 1, 1}}},
        {"%%MatrixMarket matrix coordinate integer general\n% a comment\n\n3 3 2\n1 3 4\n% here\n3 2 1\n%\n",
         2,
         {{0, 2, 4}, {2, 1, 1}}},
        {"%%matrixmarket MATRIX Coordinate Real General\n3 3 2\n1 3 4.0\n3 2 +1e2\n",
         2,
         {{0, 2, 4}, {2, 1, 100}}},
        {"%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 3\n3 2\n", 2, {{0, 2, 1}, {2, 1, 1}}},
        {"%%MatrixMarket matrix coordinate integer symmetric\n3 3 1\n3 1 9\n", 2, {{2, 0, 9}, {0, 2, 9}}},
        {"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 2\n", 1, {{1, 1, 1}}},
        {"%%MatrixMarket matrix coordinate real general\r\n3 3 2\r\n\r\n 1   3 .4D1\r\n3 2 1.0d+02\r\n",
         2,
         {{0, 2, 4}, {2, 1, 100}}},
        {"c-----\np   sp\t3   2\na 1 3   4\ncomment\na 3 2 1\n", 2, {{0, 2, 4}, {2, 1, 1}}},
        {"# Nodes: 3\n# From\tTo\n0\t2\n2 1 7\n", 2, {{0, 2, 1}, {2, 1, 7}}},
        {"# Undirected graph: x.txt\n\n0\t2\n", 2, {{0, 2, 1}, {2, 0, 1}}},
        {"% METIS\n3 1\n3\n\n1\n", 2, {{0, 2, 1}, {2, 0, 1}}},
        {" 3 1 111 2\n9 9 9 2 5\n9 9 9 1 5\n% alone\n9 9 9\n\n", 2, {{0, 1, 5}, {1, 0, 5}}},
    };
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        Graph graph;
        int32_t matrix[9];
        put_bytes(FILE_NAME, known[i].text, strlen(known[i].text));
        assert_ok(graph_read(FILE_NAME, GRAPH_WEIGHTS, &graph, &error));
        assert_int_equal(graph.n, 3);
        assert_int_equal(graph.m, known[i].m);
        assert_memory_equal(graph.edges, known[i].edges, graph.m * sizeof(Edge));
        assert_ok(graph_read_matrix(FILE_NAME, 3, matrix, NULL, &error));
        graph_free(&graph);
    }
}

/* Patterns of any shape, with the values that the file has. */
TEST(values_are_read_of_any_matrix, IN_FOLDER)
{
#define BANNER "%%MatrixMarket matrix coordinate "
    static const struct {
        const char *text;
        size_t rows, n, m;
        double values[4];
    } known[] = {
        {BANNER "real symmetric\n2 2 2\n1 1 -0.5\n2 1 1e-3\n", 2, 2, 3, {-0.5, 1e-3, 1e-3}},
        {BANNER "real skew-symmetric\n2 2 1\n2 1 2.5\n", 2, 2, 2, {2.5, -2.5}},
        {BANNER "double general\n1 4 2\n1 1 1D2\n1 4 -1\n", 1, 4, 2, {100, -1}},
        {BANNER "complex hermitian\n2 2 2\n1 1 1 0\n2 1 1.5 -2\n", 2, 2, 3, {NAN}},
        {BANNER "pattern general\n4 1 1\n3 1\n", 4, 1, 1, {NAN}},
        {"p sp 1000000 1\na 1 2 8036\n", 1000000, 1000000, 1, {8036}},
        {"# signed\n0 2 -1\n", 3, 3, 1, {-1}},
    };
#undef BANNER
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        Graph graph, packed;
        put_bytes(FILE_NAME, known[i].text, strlen(known[i].text));
        assert_ok(graph_read(FILE_NAME, GRAPH_VALUES, &graph, &error));
        assert_true(graph.rows == known[i].rows && graph.n == known[i].n && graph.m == known[i].m);
        assert_int_equal(graph.values == NULL, isnan(known[i].values[0]));
        if (graph.values != NULL) {
            assert_memory_equal(graph.values, known[i].values, graph.m * sizeof *graph.values);
        }
        assert_int_equal(system("gzip -f " FILE_NAME), 0);
        assert_ok(graph_read(FILE_NAME ".gz", GRAPH_PATTERN, &packed, &error));
        assert_true(packed.m == graph.m && packed.rows == graph.rows && packed.unpacked != NULL);
        assert_memory_equal(packed.edges, graph.edges, graph.m * sizeof(Edge));
        graph_free(&packed);
        graph_free(&graph);
    }
}

/* ---- writing ---- */

TEST(nothing_is_left_where_nothing_can_be_written, IN_FOLDER)
{
    Graph graph = graph_random(100, 1000, 1);
    assert_refused(graph_write("no-such-folder/" FILE_NAME, &graph, GRAPH_BINARY, &error),
                   "no-such-folder/" FILE_NAME ": cannot write");
    graph.m = (size_t)1 << 31;
    assert_refused(graph_write(FILE_NAME, &graph, GRAPH_BINARY, &error), "32-bit");
    graph = graph_random(INT32_MAX, 1000, 1);
    assert_refused(graph_write(FILE_NAME, &graph, GRAPH_BINARY, &error), "need more than 1000 edges");
    assert_int_equal(access("no-such-folder", F_OK), -1);
}

/* A full disk: the old file remains, and no partial file is left. */
TEST(a_failed_write_keeps_the_old_file, IN_FOLDER)
{
    Graph old = graph_random(10, 20, 1), large = graph_random(100, 60000, 2), back;
    assert_ok(graph_write(FILE_NAME, &old, GRAPH_BINARY, &error));
    folder_limit(100000);
    for (int format = 0; format < GRAPH_FORMATS; format++) {
        assert_refused(graph_write(FILE_NAME, &large, (GraphFormat)format, &error),
                       FILE_NAME ": cannot write all");
        assert_ok(graph_read(FILE_NAME, GRAPH_WEIGHTS, &back, &error));
        assert_int_equal(back.m, 20);
        graph_free(&back);
        assert_int_equal(folder_entries(), 1);
    }
}

TEST(a_killed_writer_leaves_nothing, IN_FOLDER)
{
    int probe = open(".", O_TMPFILE | O_WRONLY, 0600);
    if (probe < 0) {
        skip(); /* no unnamed files on this file system */
    }
    close(probe);
    Graph large = graph_random(1000, INT32_MAX, 3); /* 24 GiB: never completed */
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(graph_write("killed", &large, GRAPH_BINARY, &error) == 0 ? 0 : 1);
    }
    usleep(100000);
    kill(child, SIGKILL);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(folder_entries(), 0);
}

/* A device must not be replaced by a file, nor removed when it is full. */
TEST(devices_stay_devices)
{
    Graph graph = graph_random(100, 60000, 1);
    struct stat status;
    if (access("/dev/full", W_OK) != 0) {
        skip();
    }
    assert_int_equal(graph_write("/dev/full", &graph, GRAPH_BINARY, &error), -1);
    assert_int_equal(stat("/dev/full", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
    assert_ok(graph_write("/dev/null", &graph, GRAPH_DIMACS, &error));
    assert_int_equal(stat("/dev/null", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
}

/* ---- rows and Dijkstra ---- */

static void floyd_warshall(int32_t *d, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < n * n; i++) {
            int32_t by_k = d[i - i % n + k] + d[k * n + i % n];
            d[i] = by_k < d[i] ? by_k : d[i];
        }
    }
}

static void assert_dijkstra_agrees(const Graph *graph)
{
    size_t n = graph->n;
    GraphRows rows;
    int32_t *expected = malloc(n * n * sizeof *expected), *distance = malloc(n * sizeof *distance);
    graph_to_matrix(graph, expected);
    floyd_warshall(expected, n);
    assert_ok(graph_rows(graph, GRAPH_ALL_BY_SOURCE, &rows, &error));
    assert_int_equal(rows.row[0], 0);
    assert_int_equal(rows.row[n], graph->m);
    for (size_t source = 0; source < n; source++) {
        assert_ok(graph_dijkstra(&rows, source, distance));
        assert_memory_equal(distance, expected + source * n, n * sizeof *distance);
    }
    graph_rows_free(&rows);
    free(expected);
    free(distance);
}

TEST(dijkstra_agrees_with_floyd_warshall)
{
    static const size_t sizes[][2] = {{1, 0},   {2, 1},      {2, 50},    {33, 20},
                                      {65, 70}, {100, 9900}, {100, 300}, {257, 4112}};
    for (uint64_t seed = 0; seed < 5; seed++) {
        for (size_t i = 0; i < COUNT_OF(sizes); i++) {
            Graph graph = graph_random(sizes[i][0], sizes[i][1], seed);
            assert_dijkstra_agrees(&graph);
        }
    }
    Edge edges[] = {{0, 1, 0},         {1, 0, 0},         {1, 1, 5}, {1, 2, 0},
                    {3, 2, 268435455}, {2, 3, 357913940}, {2, 3, 9}};
    assert_dijkstra_agrees(&(Graph){.n = 4, .rows = 4, .m = 7, .edges = edges});
    assert_dijkstra_agrees(&(Graph){.n = 5, .rows = 5, .m = 6, .edges = edges});
}

/* More rows than blocks of them, and many parts: a row has its edges in their order, for any threads. */
TEST(rows_keep_the_order_of_edges)
{
    enum { N = 5000, EDGES = 40000 };
    static size_t next[N];
    const Graph graph = graph_random(N, EDGES, 7);
    for (int threads = 1; threads <= 4; threads += 3) {
        GraphRows rows;
        use_threads(threads);
        assert_ok(graph_rows(&graph, GRAPH_ALL_BY_SOURCE, &rows, &error));
        memcpy(next, rows.row, sizeof next);
        for (size_t i = 0; i < EDGES; i++) {
            const Edge edge = graph_edge(&graph, i);
            const size_t at = next[edge.source]++;
            assert_true(rows.target[at] == edge.target && rows.weight[at] == edge.weight);
        }
        for (size_t v = 0; v < N; v++) {
            assert_int_equal(next[v], rows.row[v + 1]);
        }
        graph_rows_free(&rows);
    }
}
