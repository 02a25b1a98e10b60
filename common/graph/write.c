/* Writes graph files. See graph.h.
 *
 * The file gets its name when it is complete: no reader sees a partial graph, and an existing file remains
 * until then. A pipe or a device is written directly. */
#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/graph/graph.h"
#include "common/system/file.h"

static uint32_t little_endian(size_t value)
{
    return htole32((uint32_t)value);
}

/* Failures are recorded in the stream's error flag. */
static void write_edges(FILE *stream, const Graph *graph, GraphFormat format)
{
    const bool binary = format == GRAPH_BINARY;
    const char *line = format == GRAPH_DIMACS ? "a %d %d %d\n" : "%d %d %d\n";
    if (binary) {
        const uint32_t header[2] = {little_endian(graph->n), little_endian(graph->m)};
        fwrite(header, sizeof header, 1, stream);
    } else if (format == GRAPH_DIMACS) {
        fprintf(stream, "p sp %zu %zu\n", graph->n, graph->m);
    } else {
        fprintf(stream, "%%%%MatrixMarket matrix coordinate integer general\n%zu %zu %zu\n", graph->n,
                graph->n, graph->m);
    }
    for (size_t i = 0; i < graph->m && !ferror(stream); i++) {
        const Edge edge = graph_edge(graph, i);
        const uint32_t triple[3] = {little_endian((size_t)edge.source), little_endian((size_t)edge.target),
                                    little_endian((size_t)edge.weight)};
        if (binary) {
            fwrite(triple, sizeof triple, 1, stream);
        } else {
            fprintf(stream, line, edge.source + 1, edge.target + 1, edge.weight);
        }
    }
}

int graph_write(const char *path, const Graph *graph, GraphFormat format, Error *error)
{
    if (graph->n > INT32_MAX || graph->m > INT32_MAX) {
        return error_set(error, "%s: %zu vertices and %zu edges do not fit the file's 32-bit counts", path,
                         graph->n, graph->m);
    }
    if (graph->n > graph_most_vertices(graph->m)) {
        return error_set(error, "%s: %zu vertices need more than %zu edges to be read again; give more", path,
                         graph->n, graph->m);
    }
    char *whole = realpath(path, NULL); /* keeps a symbolic link; NULL: a new file */
    const char *final = whole != NULL ? whole : path;
    struct stat status;
    const bool direct = stat(final, &status) == 0 && !S_ISREG(status.st_mode);
    NewFile file = {.stream = direct ? fopen(final, "wbe") : NULL};
    int failed = direct ? (file.stream != NULL ? 0 : -1) : file_begin(&file, final);
    if (failed != 0) {
        error_set(error, "%s: cannot write: %s; name a file in a folder that can be written", path,
                  strerror(errno));
    } else {
        errno = 0;
        write_edges(file.stream, graph, format);
        failed = direct && (fflush(file.stream) != 0 || ferror(file.stream)) ? -1 : 0;
        failed = file_end(&file, direct ? NULL : final) != 0 ? -1 : failed;
        if (failed != 0) {
            error_set(error, "%s: cannot write all of it: %s; free space on that disk or name another", path,
                      strerror(errno));
        }
    }
    free(whole);
    return failed;
}
