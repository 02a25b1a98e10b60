/* Damaged graph files: every kind is rejected with a message that names it. tests/bad-inputs.tsv has what is
 * no file, files of other programs, and one damage of each kind by way of the program. */
#include "common/graph/graph.h"
#include "tests/unit/folder.h"
#include "tests/unit/unit.h"

#define FILE_NAME "made" /* in the folder of the test */

/* Both ways to read the file must reject it with `words` and its name in the message. */
static void both_refuse(const char *words)
{
    Graph graph;
    int32_t matrix[9];
    assert_refused(graph_read(FILE_NAME, GRAPH_WEIGHTS, &graph, &error), words);
    assert_non_null(strstr(error.text, FILE_NAME));
    assert_null(graph.edges);
    assert_refused(graph_read_matrix(FILE_NAME, 3, matrix, NULL, &error), words);
    assert_non_null(strstr(error.text, FILE_NAME));
}

TEST(damaged_binaries_are_refused, IN_FOLDER)
{
    static const struct {
        int32_t words[9];
        size_t bytes;
        const char *says;
    } damaged[] = {
        {{3, 2, 0, 1, 5, 1, 2, 5}, 4, "truncated"},
        {{3, 2, 0, 1, 5, 1, 2, 5}, 8, "truncated: expected 32 bytes for the header's 2 edges"},
        {{3, 2, 0, 1, 5, 1, 2, 5}, 31, "truncated"},
        {{3, 2, 0, 1, 5, 1, 2, 5, 0}, 33, "too long"},
        {{3, 1, 0, 1, 5, 1, 2, 5}, 32, "too long"},
        {{3, 3, 0, 1, 5, 1, 2, 5}, 32, "truncated"},
        {{3, INT32_MAX, 0, 1, 5, 1, 2, 5}, 32, "truncated"},
        {{0, 0}, 8, "0 vertices"},
        {{-3, 2, 0, 1, 5, 1, 2, 5}, 32, "-3 vertices"},
        {{3, -2, 0, 1, 5, 1, 2, 5}, 32, "-2 edges"},
        {{3, 2, 0, 1, 5, 3, 2, 5}, 32, "edge 2: source 3 is out of range: vertices are 0 to 2"},
        {{3, 2, 0, 1, 5, 1, 3, 5}, 32, "edge 2: target 3 is out of range"},
        {{3, 2, -1, 1, 5, 1, 2, 5}, 32, "edge 1: source -1 is out of range"},
        {{3, 2, 0, INT32_MIN, 5, 1, 2, 5}, 32, "edge 1: target -2147483648 is out of range"},
        {{3, 2, 0, 1, -5, 1, 2, 5}, 32, "edge 1: weight -5 is negative"},
        {{3, 2, 0, 1, 536870912, 1, 2, 5}, 32, "edge 1: weight 536870912 is too large"},
        {{INT32_MAX, 0}, 8, "2147483647 vertices but only 0 edges"},
        {{INT32_MAX, 2, 0, 1, 5, 1, 2, 5}, 32, "2147483647 vertices but only 2 edges"},
        {{1, 1, 0, 0, GRAPH_UNREACHABLE},
         20,
         "edge 1: weight 1073741823 is too large: 2^30 - 1 means 'no edge'; leave such edges out"},
    };
    for (size_t i = 0; i < COUNT_OF(damaged); i++) {
        put_bytes(FILE_NAME, damaged[i].words, damaged[i].bytes);
        if (damaged[i].words[0] == 1) { /* assert_refused reads matrices of three vertices */
            Graph graph;
            assert_refused(graph_read(FILE_NAME, GRAPH_WEIGHTS, &graph, &error), damaged[i].says);
        } else {
            both_refuse(damaged[i].says);
        }
    }
}

TEST(damaged_texts_are_refused, IN_FOLDER)
{
#define BANNER "%%MatrixMarket matrix coordinate integer general\n"
#define REAL "%%MatrixMarket matrix coordinate real general\n"
    static const char *const damaged[][2] = {
        {"<html>", "not a graph file"},
        {"3 2\n0 1 5\n", "line 2: target 0 is out of range: vertices are 1 to 3 in this file (read as METIS"},
        {"c nothing else\n", "no line 'p sp n m'"},
        {"a 1 2 5\np sp 3 1\n", "line 1: expected 'p sp n m'"},
        {"p sp 3\n", "line 1: the edge count is missing"},
        {"p sp three 2\n", "vertex count 'three' is not an integer"},
        {"p sp 3 1e1\n", "edge count '1e1' is not an integer"},
        {"p sp +3 1\n", "'+3' is not an integer"},
        {"p sp 99999999999999999999 1\n", "is not an integer in range"},
        {"p sp 99999999999 1\n", "99999999999 vertices"},
        {"p sp 3 2 1\n", "unexpected '1' at the end of the line"},
        {"p sp 2147483647 0\n", "2147483647 vertices but only 0 edges"},
        {BANNER "2147483647 2147483647 1\n1 2 5\n", "2147483647 vertices but only 1 edges"},
        {"p sp 3 -1\n", "-1 edges"},
        {"p sp 3 2000000000\na 1 2 5\n", "truncated: line 2 is the last one, before all 2000000000 edges"},
        {"p sp 3 2\nc a comment\na 1 2 5\n", "truncated: line 3 is the last one"},
        {"p sp 3 1\na 1 2 5\np sp 3 1\n", "line 3: too long"},
        {"p sp 3 1\np sp 3 1\na 1 2 5\n", "line 2: expected 'a source target weight'"},
        {"p sp 3 1\nc ?\na 0 2 5\n", "line 3: source 0 is out of range: vertices are 1 to 3"},
        {"p sp 3 1\na 1 -2 5\n", "line 2: target -2 is out of range"},
        {"p sp 3 1\na 1 2 536870912\n", "line 2: weight 536870912 is too large"},
        {"p sp 3 1\na 1 2 5.5\n", "weight '5.5' is not an integer"},
        {"p sp 3 1\na 1 2 0x5\n", "weight '0x5' is not an integer"},
        {"p sp 3 1\na 1 2 -\n", "weight '-' is not an integer"},
        {"p sp 3 1\na 1 2 \n", "line 2: the weight is missing"},
        {"%%MatrixMarket\n", "line 1: expected '%%MatrixMarket matrix coordinate"},
        {"%%MatrixMarket matrix coordinate rational general\n", "line 1: expected"},
        {"%%MatrixMarket matrix coordinate complex general\n", "line 1: complex values are no weights"},
        {"%%MatrixMarket matrix coordinate integer symmetric\n3 2 1\n2 1 3\n", "3 rows and 2 columns"},
        {" " BANNER, "line 1: expected '%%MatrixMarket' at the very beginning"},
        {REAL "3 3 1\n1 2 1.5D+0x\n", "weight '1.5D+0x' is not an integer"},
        {"# ids\n0 1\n-1 2\n", "line 3: source -1 is out of range: vertices are 0 to"},
        {"# ids\n0 1 2 3\n", "line 2: unexpected '3' at the end"},
        {"# ids\n0 2000000000\n", "ids: 2000000001 vertices but only 1 edges"},
        {"# ids\n", "ids: 0 vertices"},
        {"# ids\n0 1 5\n0 3 500000000\n1 2 4\n", "line 3: weight 500000000 is too large: a path over 4"},
        {"3 2\n2\n1 3\n", "truncated: line 3 is the last one, before all 3 vertices"},
        {"3 2\n2\n1\n\n", "2 neighbors, expected twice the header's 2 edges"},
        {"3 1\n2\n1 3\n2\n", "4 neighbors, expected twice the header's 1 edges"},
        {"3 2 2\n2\n1 3\n2\n", "line 1: expected 'n m fmt ncon'"},
        {"3 2 001\n2\n1 3\n2\n", "line 2: the weight is missing"},
        {"3 2\n2\n1 3\n2\n1\n", "line 5: too long"},
        {"%%MatrixMarket matrix coordinate integer general x\n", "unexpected 'x'"},
        {"% a comment first\n" BANNER, "line 1: expected"},
        {BANNER "3 3\n", "line 2: the entry count is missing"},
        {BANNER "3 3 2\n1 2 5\n", "truncated"},
        {BANNER "3 3 1\n1 2 5\n1 3 5\n", "line 4: too long"},
        {BANNER "3 3 1\n1 4 5\n", "line 3: target 4 is out of range"},
        {BANNER "3 3 1\n1 2\n", "line 3: the weight is missing"},
        {REAL "3 3 1\n1 2 nan\n", "weight 'nan' is not an integer"},
        {REAL "3 3 1\n1 2 1e99\n", "weight '1e99' is not an integer"},
        {REAL "3 3 1\n1 2 1e\n", "weight '1e' is not an integer"},
        {REAL "3 3 1\n1 2 \n7\n", "line 3: the weight is missing"},
        {REAL "3 3 1\n1 2 -5.0\n", "weight -5 is negative"},
        {"%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2 5\n", "unexpected '5'"},
    };
    for (size_t i = 0; i < COUNT_OF(damaged); i++) {
        put_bytes(FILE_NAME, damaged[i][0], strlen(damaged[i][0]));
        both_refuse(damaged[i][1]);
    }
}

/* A compressed file of eight bytes looks like a binary graph: 559903 vertices without edges. */
TEST(a_graph_with_the_bytes_of_gzip_is_a_graph, IN_FOLDER)
{
    static const unsigned char gzip[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0};
    Graph graph;
    put_bytes(FILE_NAME, gzip, sizeof gzip);
    assert_ok(graph_read(FILE_NAME, GRAPH_WEIGHTS, &graph, &error));
    assert_int_equal(graph.n, 0x88b1f);
    graph_free(&graph);
}

/* The largest road network of the DIMACS challenge has 24 million vertices and 58 million edges; a small file
 * may have a million vertices and no edge. */
TEST(sparse_graphs_are_read, IN_FOLDER)
{
    static const int32_t sparse[] = {1000000, 0};
    static const char text[] = "p sp 1000000 0\n";
    Graph graph;
    assert_true(graph_most_vertices(58333344) >= 23947347);
    put_bytes(FILE_NAME, sparse, sizeof sparse);
    assert_ok(graph_read(FILE_NAME, GRAPH_WEIGHTS, &graph, &error));
    assert_int_equal(graph.n, 1000000);
    graph_free(&graph);
    put_bytes(FILE_NAME, text, sizeof text - 1);
    assert_ok(graph_read(FILE_NAME, GRAPH_WEIGHTS, &graph, &error));
    assert_int_equal(graph.n, 1000000);
    graph_free(&graph);
}

/* A small file of each format in memory, as graph_write makes it. */
static size_t small_file(GraphFormat format, unsigned char *content, size_t room)
{
    Graph graph = graph_random(3, 5, 4);
    assert_ok(graph_write(FILE_NAME, &graph, format, &error));
    const size_t bytes = get_bytes(FILE_NAME, content, room);
    assert_in_range(bytes, 1, room - 1);
    return bytes;
}

TEST(every_truncation_is_refused, IN_FOLDER)
{
    unsigned char content[512];
    for (int format = 0; format < GRAPH_FORMATS; format++) {
        size_t bytes = small_file((GraphFormat)format, content, sizeof content);
        for (size_t kept = 0; kept < bytes; kept++) {
            put_bytes(FILE_NAME, content, kept);
            both_refuse("");
        }
        content[bytes] = '7';
        put_bytes(FILE_NAME, content, bytes + 1);
        both_refuse(format == GRAPH_BINARY ? "too long" : "ends without a newline");
    }
}

/* Any byte may change: the file is rejected, or the result is a valid graph. */
TEST(no_changed_byte_makes_an_impossible_graph, IN_FOLDER)
{
    static const unsigned char values[] = "\0\1\n\r -+.09ac%\x7f\x80\xff";
    unsigned char content[512];
    size_t refused = 0;
    for (int format = 0; format < GRAPH_FORMATS; format++) {
        size_t bytes = small_file((GraphFormat)format, content, sizeof content);
        for (size_t at = 0; at < bytes; at++) {
            unsigned char before = content[at];
            for (size_t i = 0; i < sizeof values; i++) {
                Graph graph;
                content[at] = values[i];
                put_bytes(FILE_NAME, content, bytes);
                if (graph_read(FILE_NAME, GRAPH_WEIGHTS, &graph, &error) != 0) {
                    refused++;
                    continue;
                }
                for (size_t e = 0; e < graph.m; e++) {
                    Edge edge = graph.edges[e];
                    assert_true(edge.source >= 0 && (size_t)edge.source < graph.n);
                    assert_true(edge.target >= 0 && (size_t)edge.target < graph.n);
                    assert_true(edge.weight >= 0 &&
                                (uint64_t)edge.weight * (graph.n - 1) < GRAPH_UNREACHABLE);
                }
                graph_free(&graph);
            }
            content[at] = before;
        }
    }
    assert_true(refused > 0);
}
