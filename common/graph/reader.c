/* Opens graph files, detects their formats, and checks what any format may hold. See format.h.
 *
 * The format is detected by content: Matrix Market files begin with a banner, DIMACS files with lines of
 * text, binary files with the bytes of a small number, which no text contains. The header's counts are
 * checked against the file's length before memory is allocated. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/graph/format.h"
#include "common/size.h"

enum { START_BYTES = 8 }; /* enough to detect a format */

/* Reads the first bytes and rewinds. */
static int detect_format(GraphReader *reader, Error *error)
{
    unsigned char start[START_BYTES];
    size_t count = fread(start, 1, sizeof start, reader->file);
    if (count == 0) {
        return graph_read_error(reader, error);
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

/* Checked by name before opening: opening a pipe would wait for a writer. */
static int check_file(GraphReader *reader, Error *error)
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
    if (detect_format(reader, error) != 0 ||
        (reader->format == GRAPH_BINARY ? graph_binary_header : graph_text_header)(reader, error) != 0) {
        graph_reader_close(reader);
        return -1;
    }
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

int graph_read_error(const GraphReader *reader, Error *error)
{
    if (ferror(reader->file)) {
        return error_set(error, "%s: cannot read: %s", reader->path, strerror(errno));
    }
    return error_set(error, "%s: became shorter while it was read; try again when no process writes to it",
                     reader->path);
}
