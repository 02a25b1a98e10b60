/* Damaged graph files: whatever byte is missing or changed. tests/bad-inputs.tsv has a file of each kind of
 * damage and its message. */
#include "common/graph/graph.h"
#include "tests/unit/folder.h"
#include "tests/unit/unit.h"

#define FILE_NAME "made" /* in the folder of the test */

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
    Graph graph;
    unsigned char content[512];
    for (int format = 0; format < GRAPH_FORMATS; format++) {
        size_t bytes = small_file((GraphFormat)format, content, sizeof content);
        for (size_t kept = 0; kept < bytes; kept++) {
            put_bytes(FILE_NAME, content, kept);
            assert_refused(graph_read(FILE_NAME, GRAPH_WEIGHTS, &graph, &error), FILE_NAME);
            assert_null(graph.edges);
        }
        content[bytes] = '7';
        put_bytes(FILE_NAME, content, bytes + 1);
        assert_refused(graph_read(FILE_NAME, GRAPH_WEIGHTS, &graph, &error),
                       format == GRAPH_BINARY ? "too long" : "ends without a newline");
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
