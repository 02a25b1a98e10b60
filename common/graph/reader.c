/* Opening graph files, telling their formats apart, and report F's binary format.
 *
 * The format is told by content: Matrix Market files open with a banner,
 * DIMACS files with lines of text; the binary format opens with the bytes of a
 * small number, which no text has. Everything that a header claims is held
 * against the file's length before any memory is asked for. */
#include <ctype.h>
#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/graph/reader.h"

enum { HEADER_BYTES = 8, EDGE_BYTES = 12 };

_Static_assert(sizeof(Edge) == EDGE_BYTES, "an edge is read as it stands in the file");

int graph_reader_counts(GraphReader *reader, int64_t n, int64_t m, Error *error)
{
    if (n < 1 || n > INT32_MAX) {
        return error_set(error, "%s: the header says %" PRId64 " vertices; a graph has 1 to %d", reader->path,
                         n, INT32_MAX);
    }
    if (m < 0 || m > INT32_MAX) {
        return error_set(error, "%s: the header says %" PRId64 " edges; a graph has 0 to %d", reader->path, m,
                         INT32_MAX);
    }
    reader->n = (size_t)n;
    reader->m = (size_t)m;
    reader->weight_limit = (GRAPH_UNREACHABLE - 1) / (n > 1 ? n - 1 : 1);
    return 0;
}

int graph_reader_edge(const GraphReader *reader, size_t place, const int64_t edge[3], Edge *out, Error *error)
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

static int read_error(const GraphReader *reader, Error *error)
{
    if (ferror(reader->file)) {
        return error_set(error, "%s: cannot read: %s", reader->path, strerror(errno));
    }
    return error_set(error, "%s: became shorter while it was read; try again when nothing writes to it",
                     reader->path);
}

static int binary_header(GraphReader *reader, Error *error)
{
    uint32_t header[2];
    if (reader->size_bytes < HEADER_BYTES) {
        return error_set(error,
                         "%s: truncated: %zu bytes, but the two counts at its start alone take %d; make or "
                         "copy the file again",
                         reader->path, reader->size_bytes, HEADER_BYTES);
    }
    if (fread(header, sizeof header, 1, reader->file) != 1) {
        return read_error(reader, error);
    }
    if (graph_reader_counts(reader, (int32_t)le32toh(header[0]), (int32_t)le32toh(header[1]), error) != 0) {
        return -1;
    }
    size_t expected = HEADER_BYTES + EDGE_BYTES * reader->m;
    if (reader->size_bytes != expected) {
        bool less = reader->size_bytes < expected;
        return error_set(error,
                         "%s: %s: the header says %zu edges, which makes %zu bytes, but the file has %zu; "
                         "make or copy the file again, or mend the count",
                         reader->path, less ? "truncated" : "longer than it says", reader->m, expected,
                         reader->size_bytes);
    }
    return 0;
}

static int binary_edges(GraphReader *reader, Edge *edges, size_t wanted, Error *error)
{
    if (fread(edges, sizeof *edges, wanted, reader->file) != wanted) {
        return read_error(reader, error);
    }
    for (size_t i = 0; i < wanted; i++) {
        int64_t edge[3] = {(int32_t)le32toh((uint32_t)edges[i].source),
                           (int32_t)le32toh((uint32_t)edges[i].target),
                           (int32_t)le32toh((uint32_t)edges[i].weight)};
        if (graph_reader_edge(reader, reader->done + i + 1, edge, &edges[i], error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Looks at the first bytes and goes back to the start. */
static int tell_format(GraphReader *reader, Error *error)
{
    unsigned char start[HEADER_BYTES];
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

/* Asked by name, before it is opened: opening a pipe would wait for a writer. */
static int check_file(GraphReader *reader, Error *error)
{
    struct stat status;
    if (stat(reader->path, &status) != 0) {
        return error_set(error, "%s: cannot open the graph file: %s", reader->path, strerror(errno));
    }
    if (!S_ISREG(status.st_mode)) {
        return error_set(error,
                         "%s: not an ordinary file; its length must be known and it is read more than once, "
                         "so save the graph to a file first",
                         reader->path);
    }
    if (status.st_size == 0) {
        return error_set(error, "%s: empty; make a graph with 'speedup graph --size N --edges M --out FILE'",
                         reader->path);
    }
    reader->size_bytes = (size_t)status.st_size;
    return 0;
}

int graph_reader_open(GraphReader *reader, const char *path, Error *error)
{
    *reader = (GraphReader){.path = path};
    if (check_file(reader, error) != 0) {
        return -1;
    }
    reader->file = fopen(path, "rb");
    if (reader->file == NULL) {
        return error_set(error, "%s: cannot open the graph file: %s", path, strerror(errno));
    }
    if (tell_format(reader, error) != 0 ||
        (reader->format == GRAPH_BINARY ? binary_header : graph_text_header)(reader, error) != 0) {
        graph_reader_close(reader);
        return -1;
    }
    return 0;
}

int graph_reader_next(GraphReader *reader, Edge *edges, size_t room, size_t *count, Error *error)
{
    size_t left = reader->m - reader->done;
    *count = left < room ? left : room;
    bool binary = reader->format == GRAPH_BINARY;
    if (*count == 0) {
        return binary ? 0 : graph_text_end(reader, error);
    }
    if ((binary ? binary_edges : graph_text_edges)(reader, edges, *count, error) != 0) {
        return -1;
    }
    reader->done += *count;
    return 0;
}

void graph_reader_close(GraphReader *reader)
{
    if (reader->file != NULL) {
        fclose(reader->file);
    }
    free(reader->line);
    *reader = (GraphReader){0};
}
