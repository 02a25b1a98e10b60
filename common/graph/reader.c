/* Opens graph files, detects their formats and returns their edges. See reader.h.
 *
 * The format is detected by content: Matrix Market files begin with a banner, DIMACS files with lines of
 * text, binary files with the bytes of a small number, which no text contains. The header's counts are
 * checked against the file's length before memory is allocated. */
#include "common/graph/reader.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { START_BYTES = 8 }; /* enough to detect a format */

/* Reads the first bytes and rewinds. */
static int tell_format(GraphReader *reader, Error *error)
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
    if (tell_format(reader, error) != 0 ||
        (reader->format == GRAPH_BINARY ? graph_binary_header : graph_text_header)(reader, error) != 0) {
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
    if ((binary ? graph_binary_edges : graph_text_edges)(reader, edges, *count, error) != 0) {
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
