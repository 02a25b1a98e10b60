/* Reads graph files: detects their formats, checks what any format may hold, and reads binary ones. See
 * format.h.
 *
 * The format is detected by content: Matrix Market files begin with a banner, DIMACS files with lines of
 * text, binary files with the bytes of a small number, which no text contains. The header's counts are
 * checked against the file's length before memory is allocated. */
#include <ctype.h>
#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/graph/format.h"
#include "common/size.h"

enum { START_BYTES = 8 }; /* enough to detect a format */

/* Sets the reason why less was read than the file's length promised, and returns -1. */
static int read_error(const GraphReader *reader, Error *error)
{
    if (ferror(reader->file)) {
        return error_set(error, "%s: cannot read: %s", reader->path, strerror(errno));
    }
    return error_set(error, "%s: became shorter while it was read; try again when no process writes to it",
                     reader->path);
}

/* Reads the first bytes and rewinds. */
static int detect_format(GraphReader *reader, Error *error)
{
    unsigned char start[START_BYTES];
    size_t count = fread(start, 1, sizeof start, reader->file);
    if (count == 0) {
        return read_error(reader, error);
    }
    rewind(reader->file);
    bool text = true;
    for (size_t i = 0; i < count; i++) {
        text = text && (isprint(start[i]) || isspace(start[i]));
    }
    if (!text) {
        reader->format = GRAPH_BINARY;
    } else if (start[0] == '%') {
        reader->format = GRAPH_MATRIX_MARKET;
    } else if (strchr("cpa \t\r\n", start[0]) != NULL) {
        reader->format = GRAPH_DIMACS;
    } else {
        return error_set(
            error,
            "%s: not a graph file: neither binary (n, m, then triples), nor DIMACS ('p sp n m'), "
            "nor Matrix Market ('%%%%MatrixMarket')",
            reader->path);
    }
    return 0;
}

/* Opens the file and detects its format. Checks it by name before: opening a pipe would wait for a writer. */
static int open_file(GraphReader *reader, Error *error)
{
    struct stat status;
    if (stat(reader->path, &status) != 0) {
        return error_set(error, "%s: cannot open the graph file: %s", reader->path, strerror(errno));
    }
    if (!S_ISREG(status.st_mode)) {
        return error_set(error,
                         "%s: not a regular file; save the graph to a file first, as its length must be "
                         "known and it is read more than once",
                         reader->path);
    }
    if (status.st_size == 0) {
        return error_set(error,
                         "%s: empty; create a graph with 'speedup graph --size N --edges M --out FILE'",
                         reader->path);
    }
    reader->size_bytes = (size_t)status.st_size;
    reader->file = fopen(reader->path, "rb");
    return reader->file != NULL
               ? detect_format(reader, error)
               : error_set(error, "%s: cannot open the graph file: %s", reader->path, strerror(errno));
}

/* ---- checks ---- */

size_t graph_most_vertices(size_t m)
{
    return size_add((size_t)1 << 24, size_mul(16, m));
}

int graph_check_counts(GraphReader *reader, int64_t n, int64_t m, Error *error)
{
    if (n < 1 || n > INT32_MAX) {
        return error_set(error, "%s: header: %" PRId64 " vertices, expected 1 to %d", reader->path, n,
                         INT32_MAX);
    }
    if (m < 0 || m > INT32_MAX) {
        return error_set(error, "%s: header: %" PRId64 " edges, expected 0 to %d", reader->path, m,
                         INT32_MAX);
    }
    if ((size_t)n > graph_most_vertices((size_t)m)) {
        return error_set(error,
                         "%s: header: %" PRId64 " vertices but only %" PRId64
                         " edges, so nearly all vertices have none; the file may be damaged: create or copy "
                         "it again, or fix the counts",
                         reader->path, n, m);
    }
    reader->n = (size_t)n;
    reader->m = (size_t)m;
    reader->weight_limit = graph_weight_limit((size_t)n);
    return 0;
}

int graph_check_edge(const GraphReader *reader, size_t place, const int64_t edge[3], Edge *out, Error *error)
{
    static const char *const ends[] = {"source", "target"};
    const char *unit = reader->format == GRAPH_BINARY ? "edge" : "line";
    int64_t n = (int64_t)reader->n, first = reader->format == GRAPH_BINARY ? 0 : 1;
    for (int i = 0; i < 2; i++) {
        if (edge[i] < 0 || edge[i] >= n) {
            return error_set(error,
                             "%s, %s %zu: %s %" PRId64 " is out of range: vertices are %" PRId64
                             " to %" PRId64 " in this file",
                             reader->path, unit, place, ends[i], edge[i] + first, first, n - 1 + first);
        }
    }
    if (edge[2] < 0) {
        return error_set(error,
                         "%s, %s %zu: weight %" PRId64
                         " is negative; shortest paths here need weights of 0 or more",
                         reader->path, unit, place, edge[2]);
    }
    if (edge[2] > reader->weight_limit) {
        return error_set(error,
                         "%s, %s %zu: weight %" PRId64 " is too large: a path over %zu vertices could reach "
                         "2^30 - 1, which means unreachable; scale the weights to at most %" PRId64,
                         reader->path, unit, place, edge[2], reader->n, reader->weight_limit);
    }
    *out = (Edge){(int32_t)edge[0], (int32_t)edge[1], (int32_t)edge[2]};
    return 0;
}

/* ---- the binary format of report F: two counts, then triples ---- */

enum { HEADER_BYTES = 8, EDGE_BYTES = 12 };

_Static_assert(sizeof(Edge) == EDGE_BYTES, "the file's bytes are read into edges");

static int check_length(const GraphReader *reader, Error *error)
{
    size_t expected = HEADER_BYTES + EDGE_BYTES * reader->m;
    return reader->size_bytes == expected
               ? 0
               : error_set(
                     error,
                     "%s: %s: expected %zu bytes for the header's %zu edges, found %zu; create or copy the "
                     "file again, or fix the count",
                     reader->path, reader->size_bytes < expected ? "truncated" : "too long", expected,
                     reader->m, reader->size_bytes);
}

/* Replaces the message for files of another kind that are easily recognized. Returns -1. */
static int name_kind(const GraphReader *reader, const void *start, Error *error)
{
    if (memcmp(start, "\x1f\x8b", 2) == 0) {
        error_set(error, "%s: compressed by gzip; unpack it first: gzip -dc FILE.gz >FILE", reader->path);
    } else if (memcmp(start, "\xef\xbb\xbf", 3) == 0) {
        error_set(error,
                  "%s: begins with a byte order mark (UTF-8), which no graph format allows; remove it: "
                  "tail -c +4 FILE >NEW_FILE",
                  reader->path);
    }
    return -1;
}

static int binary_header(GraphReader *reader, Error *error)
{
    uint32_t header[2];
    if (reader->size_bytes < HEADER_BYTES) {
        return error_set(error,
                         "%s: truncated: %zu bytes, but the two counts at its start alone take %d; create or "
                         "copy the file again",
                         reader->path, reader->size_bytes, HEADER_BYTES);
    }
    if (fread(header, sizeof header, 1, reader->file) != 1) {
        return read_error(reader, error);
    }
    return graph_check_counts(reader, (int32_t)le32toh(header[0]), (int32_t)le32toh(header[1]), error) != 0 ||
                   check_length(reader, error) != 0
               ? name_kind(reader, header, error)
               : 0;
}

static int binary_edges(GraphReader *reader, Edge *edges, Error *error)
{
    if (fread(edges, sizeof *edges, reader->m, reader->file) != reader->m) {
        return read_error(reader, error);
    }
    for (size_t i = 0; i < reader->m; i++) {
        int64_t edge[3] = {(int32_t)le32toh((uint32_t)edges[i].source),
                           (int32_t)le32toh((uint32_t)edges[i].target),
                           (int32_t)le32toh((uint32_t)edges[i].weight)};
        if (graph_check_edge(reader, i + 1, edge, &edges[i], error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* ---- any format ---- */

/* A symmetric file has each entry twice, as (i, j) and (j, i). Keeps one of the two on the diagonal. */
static void drop_second_diagonal(Graph *graph)
{
    size_t kept = 0;
    for (size_t i = 0; i < graph->m; i++) {
        const Edge edge = graph->edges[i];
        if (i % 2 == 0 || edge.source != edge.target) {
            graph->edges[kept++] = edge;
        }
    }
    graph->m = kept;
}

static int read_edges(GraphReader *reader, Graph *graph, Error *error)
{
    const size_t bytes = size_mul(reader->m, sizeof(Edge));
    *graph = (Graph){.n = reader->n, .m = reader->m, .format = reader->format};
    graph->edges = malloc(bytes > 0 ? bytes : 1); /* not NULL even without edges: NULL means random */
    if (graph->edges == NULL) {
        return error_set(error, "%s: no memory for its %zu edges (%zu bytes)", reader->path, reader->m,
                         bytes);
    }
    if ((reader->format == GRAPH_BINARY ? binary_edges : graph_text_edges)(reader, graph->edges, error) !=
        0) {
        return -1;
    }
    if (reader->pattern && reader->symmetric) {
        drop_second_diagonal(graph);
    }
    return 0;
}

int graph_read(const char *path, bool pattern, Graph *graph, Error *error)
{
    GraphReader reader = {.path = path, .pattern = pattern};
    *graph = (Graph){0};
    const bool failed =
        open_file(&reader, error) != 0 ||
        (reader.format == GRAPH_BINARY ? binary_header : graph_text_header)(&reader, error) != 0 ||
        read_edges(&reader, graph, error) != 0;
    if (failed) {
        graph_free(graph);
    }
    if (reader.file != NULL) {
        fclose(reader.file);
    }
    free(reader.line);
    return failed ? -1 : 0;
}
