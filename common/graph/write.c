/* Writing graph files. See graph.h.
 *
 * The file grows under a name of its own in the same folder and takes its final
 * name when it is whole, so that nobody ever sees half a graph, and a graph that stood there
 * before stays until then. What is not an ordinary file (a pipe, a device) is
 * written as it is. */
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/graph/graph.h"

static uint32_t little_endian(size_t value)
{
    return htole32((uint32_t)value);
}

/* All writers leave errors to the stream's error flag. */
static void write_binary(FILE *stream, const Graph *graph)
{
    uint32_t header[2] = {little_endian(graph->n), little_endian(graph->m)};
    fwrite(header, sizeof header, 1, stream);
    for (size_t i = 0; i < graph->m && !ferror(stream); i++) {
        Edge edge = graph_edge(graph, i);
        uint32_t triple[3] = {little_endian((size_t)edge.source), little_endian((size_t)edge.target),
                              little_endian((size_t)edge.weight)};
        fwrite(triple, sizeof triple, 1, stream);
    }
}

static void write_text(FILE *stream, const Graph *graph, GraphFormat format)
{
    bool dimacs = format == GRAPH_DIMACS;
    const char *line = dimacs ? "a %d %d %d\n" : "%d %d %d\n";
    if (dimacs) {
        fprintf(stream, "p sp %zu %zu\n", graph->n, graph->m);
    } else {
        fprintf(stream, "%%%%MatrixMarket matrix coordinate integer general\n%zu %zu %zu\n", graph->n,
                graph->n, graph->m);
    }
    for (size_t i = 0; i < graph->m && !ferror(stream); i++) {
        Edge edge = graph_edge(graph, i);
        fprintf(stream, line, edge.source + 1, edge.target + 1, edge.weight);
    }
}

/* Where the bytes go first: `path` itself when it is there and not an ordinary file, else a
 * new name beside it, in *temporary. The stream, or NULL and errno. */
static FILE *open_output(const char *path, char **temporary)
{
    struct stat status;
    *temporary = NULL;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        return fopen(path, "wb");
    }
    size_t room = strlen(path) + 32;
    *temporary = malloc(room);
    if (*temporary == NULL) {
        return NULL;
    }
    snprintf(*temporary, room, "%s.%ld.part", path, (long)getpid());
    int file = open(*temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *stream = file < 0 ? NULL : fdopen(file, "wb");
    if (stream == NULL && file >= 0) {
        close(file);
        unlink(*temporary);
    }
    return stream;
}

int graph_write(const char *path, const Graph *graph, GraphFormat format, Error *error)
{
    if (graph->n > INT32_MAX || graph->m > INT32_MAX) {
        return error_set(error, "%s: %zu vertices and %zu edges do not fit the file's 32-bit counts", path,
                         graph->n, graph->m);
    }
    char *temporary, *whole = realpath(path, NULL); /* so that a link stays one; NULL: a new file */
    const char *final = whole != NULL ? whole : path;
    int result = -1;
    FILE *stream = open_output(final, &temporary);
    if (stream == NULL) {
        error_set(error, "%s: cannot write: %s; name a file in a folder that can be written", path,
                  strerror(errno));
        goto cleanup;
    }
    errno = 0;
    if (format == GRAPH_BINARY) {
        write_binary(stream, graph);
    } else {
        write_text(stream, graph, format);
    }
    bool written = !ferror(stream);
    int reason = errno;
    if (fclose(stream) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (written && temporary != NULL && rename(temporary, final) != 0) {
        written = false;
        reason = errno;
    }
    if (!written) {
        error_set(error, "%s: cannot write all of it: %s; free space on that disk or name another", path,
                  strerror(reason));
        if (temporary != NULL) {
            unlink(temporary);
        }
        goto cleanup;
    }
    result = 0;
cleanup:
    free(temporary);
    free(whole);
    return result;
}
