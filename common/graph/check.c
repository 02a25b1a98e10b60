/* Checks that apply to graph files of any format. See format.h. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "common/graph/format.h"
#include "common/size.h"

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
