/* Report F's binary format: two counts, then triples. See format.h. */
#include <endian.h>
#include <string.h>

#include "common/graph/format.h"

enum { HEADER_BYTES = 8, EDGE_BYTES = 12 };

_Static_assert(sizeof(Edge) == EDGE_BYTES, "the file's bytes are read into edges");

static int check_length(const GraphReader *reader, Error *error)
{
    size_t expected = HEADER_BYTES + EDGE_BYTES * reader->m;
    if (reader->size_bytes == expected) {
        return 0;
    }
    return error_set(error,
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

int graph_binary_header(GraphReader *reader, Error *error)
{
    uint32_t header[2];
    if (reader->size_bytes < HEADER_BYTES) {
        return error_set(error,
                         "%s: truncated: %zu bytes, but the two counts at its start alone take %d; create or "
                         "copy the file again",
                         reader->path, reader->size_bytes, HEADER_BYTES);
    }
    if (fread(header, sizeof header, 1, reader->file) != 1) {
        return graph_read_error(reader, error);
    }
    if (graph_check_counts(reader, (int32_t)le32toh(header[0]), (int32_t)le32toh(header[1]), error) != 0 ||
        check_length(reader, error) != 0) {
        return name_kind(reader, header, error);
    }
    return 0;
}

int graph_binary_edges(GraphReader *reader, Edge *edges, Error *error)
{
    if (fread(edges, sizeof *edges, reader->m, reader->file) != reader->m) {
        return graph_read_error(reader, error);
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
