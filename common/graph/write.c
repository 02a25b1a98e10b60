/* Writes graph files. See graph.h.
 *
 * The file grows as an unnamed file of the same folder, or under a temporary name where the file system has
 * no unnamed files. It gets its final name when it is complete: no reader sees a partial graph, and an
 * existing file remains until then. A pipe or a device is written directly. */
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/graph/graph.h"

#define OWN_FILES "/proc/self/fd" /* path by which an unnamed file gets a name */

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

/* An output file while it is written. */
typedef struct Output {
    FILE *stream;
    char *temporary; /* its current or next name, before the final one; NULL: none needed */
    bool unnamed;    /* no name yet: it disappears if this process is killed */
} Output;

/* Opens an unnamed file in the folder of `path`; -1 if the system has none. */
static int open_unnamed(const char *path)
{
    char *folder = strdup(path);
    if (folder == NULL || access(OWN_FILES, X_OK) != 0) {
        free(folder);
        return -1;
    }
    int file = open(dirname(folder), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    free(folder);
    return file;
}

/* Opens `path` itself if it exists and is not a regular file, else a new file beside it. 0, or -1 and errno.
 */
static int open_output(const char *path, Output *output)
{
    struct stat status;
    *output = (Output){.stream = NULL};
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        output->stream = fopen(path, "wb");
        return output->stream != NULL ? 0 : -1;
    }
    size_t room = strlen(path) + 32;
    output->temporary = malloc(room);
    if (output->temporary == NULL) {
        return -1;
    }
    snprintf(output->temporary, room, "%s.%ld.part", path, (long)getpid());
    int file = open_unnamed(path);
    output->unnamed = file >= 0;
    if (file < 0) {
        file = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    output->stream = file < 0 ? NULL : fdopen(file, "wb");
    if (output->stream == NULL && file >= 0) {
        close(file);
        unlink(output->temporary);
    }
    return output->stream != NULL ? 0 : -1;
}

/* Names the complete file. It is linked to the temporary name first, as only rename() replaces a file. 0, or
 * -1 and errno, with nothing left. Closes the stream in any case. */
static int finish_output(Output *output, const char *path)
{
    bool whole = !ferror(output->stream) && fflush(output->stream) == 0;
    int reason = errno;
    if (whole && output->unnamed) {
        char own[64];
        snprintf(own, sizeof own, OWN_FILES "/%d", fileno(output->stream));
        whole = linkat(AT_FDCWD, own, AT_FDCWD, output->temporary, AT_SYMLINK_FOLLOW) == 0;
        reason = errno;
    }
    if (fclose(output->stream) != 0 && whole) {
        whole = false;
        reason = errno;
    }
    if (whole && output->temporary != NULL && rename(output->temporary, path) != 0) {
        whole = false;
        reason = errno;
    }
    if (!whole && output->temporary != NULL) {
        unlink(output->temporary);
    }
    errno = reason;
    return whole ? 0 : -1;
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
    Output output;
    int failed = open_output(final, &output);
    if (failed != 0) {
        error_set(error, "%s: cannot write: %s; name a file in a folder that can be written", path,
                  strerror(errno));
    } else {
        errno = 0;
        write_edges(output.stream, graph, format);
        failed = finish_output(&output, final);
        if (failed != 0) {
            error_set(error, "%s: cannot write all of it: %s; free space on that disk or name another", path,
                      strerror(errno));
        }
    }
    free(output.temporary);
    free(whole);
    return failed;
}
