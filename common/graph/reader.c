/* Reads graph files: detects their formats, checks what any format may hold, and reads binary ones. See
 * format.h.
 *
 * The format is detected by content: Matrix Market files begin with a banner, DIMACS files with lines of
 * text, binary files with the bytes of a small number, which no text contains. Memory is allocated for edges
 * that were read, not for those that a header promises. */
#include <ctype.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/graph/format.h"
#include "common/size.h"
#include "common/system/array.h"
#include "common/system/child.h"
#include "common/system/file.h"
#include "common/text/text.h"

/* Of the binary format; and of the part with the banner of Matrix Market, also where it is misplaced. */
enum { HEADER_BYTES = 8, EDGE_BYTES = 12, START_BYTES = 4096 };

/* Sets the reason why less was read than the file's length promised, and returns -1. */
static int read_error(const GraphReader *reader, Error *error)
{
    if (ferror(reader->file)) {
        return error_set(error, "cannot read: %s", strerror(errno));
    }
    return error_set(error, "became shorter while it was read; try again when no process writes to it");
}

/* Sets an error if the file is of another kind that is easily recognized. */
static int check_kind(const char *start, Error *error)
{
    static const char *const kinds[][2] = {
        {"\x1f\x8b", "packed twice by gzip; unpack it once: gzip -dc FILE >NEW_FILE"},
        {"\3757zXZ", "compressed by xz; unpack it first: xz -dc FILE >NEW_FILE"},
        {"\x28\xb5\x2f\xfd", "compressed by zstd; unpack it first: zstd -dc FILE >NEW_FILE"},
        {"BZh", "compressed by bzip2; unpack it first: bzip2 -dc FILE >NEW_FILE"},
        {"PK\3\4", "a zip archive; unpack it first: unzip FILE"},
        {"7z\xbc\xaf", "a 7z archive; unpack it first: 7z x FILE"},
        {"\xef\xbb\xbf", "begins with a byte order mark (UTF-8), which no graph format allows; remove it: "
                         "tail -c +4 FILE >NEW_FILE"},
        {"\xff\xfe", "a text in UTF-16; convert it: iconv -f UTF-16 -t ASCII FILE >NEW_FILE"},
        {"\xfe\xff", "a text in UTF-16; convert it: iconv -f UTF-16 -t ASCII FILE >NEW_FILE"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strncmp(start, kinds[i][0], strlen(kinds[i][0])) == 0) {
            return error_set(error, "%s", kinds[i][1]);
        }
    }
    return memcmp(start + 257, "ustar", 5) != 0 /* as collections pack a matrix */
               ? 0
               : error_set(error, "a tar archive; unpack it first: tar -xf FILE");
}

/* Has gzip unpack it into a file without name, whose length is known and which is read in its place. */
static int unpack(GraphReader *reader, Error *error)
{
    const char *const words[] = {"sh", "-c", "exec gzip -dc <\"$1\"", "gzip", reader->path, NULL};
    char path[TEXT_MOST_PATH + 1];
    snprintf(path, sizeof path, "%s/speedup-graph-XXXXXX", child_tmpdir());
    const int fd = mkostemp(path, O_CLOEXEC);
    if (fd < 0) {
        return error_set(error, "cannot make %s to unpack it: %s; name another folder in TMPDIR", path,
                         strerror(errno));
    }
    unlink(path);
    reader->graph->unpacked = fdopen(fd, "rb");
    struct stat status;
    if (child_run_script(words, fd, error) != 0 || fstat(fd, &status) != 0) {
        return error_set(error,
                         "gzip cannot unpack it: it is damaged, there is no gzip, or the disk of TMPDIR is "
                         "full");
    }
    reader->size_bytes = (size_t)status.st_size;
    fclose(reader->file);
    reader->file = reader->graph->unpacked;
    rewind(reader->file);
    return 0;
}

/* Reads the first bytes and rewinds. Those of any other kind may begin a binary graph, whose length is then
 * that of its counts. */
static int detect_format(GraphReader *reader, Error *error)
{
    char start[START_BYTES + 1] = "";
    uint32_t edges;
    const size_t count = fread(start, 1, START_BYTES, reader->file);
    const char *first = start + strspn(start, " \t\r\n");
    memcpy(&edges, start + sizeof edges, sizeof edges);
    const bool fits = reader->size_bytes == HEADER_BYTES + (size_t)EDGE_BYTES * le32toh(edges);
    rewind(reader->file);
    if (!fits && memcmp(start, "\x1f\x8b", 2) == 0 && reader->graph->unpacked == NULL) {
        return unpack(reader, error) != 0 ? -1 : detect_format(reader, error);
    }
    if (!fits && check_kind(start, error) != 0) {
        return -1;
    }
    bool text = true;
    for (size_t i = 0; i < count && i < 8; i++) { /* no text contains the bytes of a small number */
        text = text && (isprint((unsigned char)start[i]) || isspace((unsigned char)start[i]));
    }
    if (!text) {
        reader->graph->format = GRAPH_BINARY;
    } else if (strcasestr(start, "%MatrixMarket") != NULL) {
        reader->graph->format = GRAPH_MATRIX_MARKET;
    } else if (*first == '#') {
        reader->graph->format = GRAPH_EDGE_LIST;
    } else if (*first == '%' || isdigit((unsigned char)*first)) {
        reader->graph->format = GRAPH_METIS;
    } else if (strchr("cpa", *first) != NULL) { /* also the end */
        reader->graph->format = GRAPH_DIMACS;
    } else {
        return error_set(error,
                         "not a graph file: neither binary (n, m, then triples), nor DIMACS ('p sp n m'), "
                         "nor Matrix Market ('%%%%MatrixMarket'), METIS ('n m') or an edge list ('# ...')");
    }
    return 0;
}

/* Opens the file, without waiting for the writer of a pipe, and detects its format. */
static int open_file(GraphReader *reader, Error *error)
{
    struct stat status;
    const int fd = file_open(reader->path, O_RDONLY | O_NONBLOCK);
    reader->file = fd >= 0 ? fdopen(fd, "rb") : NULL;
    if (reader->file == NULL || fstat(fd, &status) != 0) {
        return error_set(error, "cannot open the graph file: %s", strerror(errno));
    }
    if (!S_ISREG(status.st_mode)) {
        return error_set(error, "not a regular file; save the graph to a file first, as its length must be "
                                "known and it is read more than once");
    }
    if (status.st_size == 0) {
        return error_set(error, "empty; create a graph with 'speedup graph --size N --edges M --out FILE'");
    }
    reader->size_bytes = (size_t)status.st_size;
    return detect_format(reader, error);
}

/* ---- checks ---- */

size_t graph_most_vertices(size_t m)
{
    return size_add((size_t)1 << 24, size_mul(16, m));
}

int graph_error(GraphReader *reader, Error *error, const char *format, ...)
{
    const bool text = reader->line != NULL;
    char why[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    snprintf(reader->place, sizeof reader->place, ", %s %zu", text ? "line" : "edge",
             text ? reader->line_number : reader->graph->m + 1);
    return error_set(error, "%s", why);
}

int graph_check_counts(GraphReader *reader, int64_t rows, int64_t n, int64_t m, Error *error)
{
    const char *where = reader->graph->format == GRAPH_EDGE_LIST ? "ids" : "header";
    const int64_t most = rows > n ? rows : n, least = rows < n ? rows : n;
    const size_t each = reader->mirror != 0 || reader->graph->format == GRAPH_METIS ? 2 : 1;
    if (least < 1 || most > INT32_MAX) {
        return error_set(error, "%s: %" PRId64 " vertices, expected 1 to %d", where, least < 1 ? least : most,
                         INT32_MAX);
    }
    if (m < 0 || m > INT32_MAX / (int64_t)each) {
        return error_set(error, "%s: %" PRId64 " edges, expected 0 to %zu", where, m, INT32_MAX / each);
    }
    if ((size_t)most > graph_most_vertices((size_t)m)) {
        return error_set(error,
                         "%s: %" PRId64 " vertices but only %" PRId64
                         " edges, so nearly all vertices have none; the file may be damaged: create or copy "
                         "it again, or fix the counts",
                         where, most, m);
    }
    reader->graph->rows = (size_t)rows;
    reader->graph->n = (size_t)n;
    reader->m = (size_t)m;
    reader->weight_limit = graph_weight_limit((size_t)n);
    return 0;
}

static int check_weight(GraphReader *reader, double weight, Error *error)
{
    if (weight >= 0 && weight <= reader->weight_limit) {
        return 0;
    }
    if (weight < 0) {
        return graph_error(reader, error,
                           "weight %.0f is negative; shortest paths here need weights of 0 or more", weight);
    }
    if (weight == GRAPH_UNREACHABLE) {
        return graph_error(
            reader, error,
            "weight %.0f is too large: 2^30 - 1 means 'no edge'; leave such edges out of the file", weight);
    }
    return graph_error(reader, error,
                       "weight %.0f is too large: a path over %zu vertices could reach 2^30 - 1, which means "
                       "unreachable; scale the weights to at most %.0f",
                       weight, reader->graph->n, reader->weight_limit);
}

static int check_vertex(GraphReader *reader, const char *end, int64_t vertex, size_t count, Error *error)
{
    const int64_t first = reader->graph->format != GRAPH_BINARY && reader->graph->format != GRAPH_EDGE_LIST;
    const int64_t last = (int64_t)count - 1;
    return vertex >= 0 && vertex <= last ? 0
                                         : graph_error(reader, error,
                                                       "%s %" PRId64 " is out of range: vertices are %" PRId64
                                                       " to %" PRId64 " in this file",
                                                       end, vertex + first, first, last + first);
}

int graph_add_edge(GraphReader *reader, int64_t source, int64_t target, double value, Error *error)
{
    Graph *graph = reader->graph;
    if (check_vertex(reader, "source", source, reader->graph->rows, error) != 0 ||
        check_vertex(reader, "target", target, reader->graph->n, error) != 0) {
        return -1;
    }
    const bool has_values = reader->use == GRAPH_VALUES && reader->values == 1;
    Edge edge = {(int32_t)source, (int32_t)target, 1};
    const int sides = reader->mirror != 0 && source != target ? 2 : 1;
    for (int side = 0; side < sides; side++) {
        if (reader->use == GRAPH_WEIGHTS) {
            if (check_weight(reader, value, error) != 0) {
                return -1;
            }
            edge.weight = (int32_t)value;
        }
        size_t count = graph->m; /* of the values */
        if (array_append(&graph->edges, &graph->m, &edge, sizeof edge) != 0 ||
            (has_values && array_append(&graph->values, &count, &value, sizeof value) != 0)) {
            return error_set(error, "no memory for more than %zu edges", graph->m);
        }
        edge = (Edge){edge.target, edge.source, 1};
        value *= reader->mirror;
    }
    return 0;
}

/* ---- the binary format of report F: two counts, then triples ---- */

static int binary_header(GraphReader *reader, Error *error)
{
    uint32_t header[2] = {0};
    const size_t bytes = reader->size_bytes;
    if (bytes >= sizeof header && fread(header, sizeof header, 1, reader->file) != 1) {
        return read_error(reader, error);
    }
    const int32_t n = (int32_t)le32toh(header[0]), m = (int32_t)le32toh(header[1]);
    if (bytes >= sizeof header && graph_check_counts(reader, n, n, m, error) != 0) {
        return -1;
    }
    const size_t expected = HEADER_BYTES + EDGE_BYTES * reader->m;
    return bytes == expected
               ? 0
               : error_set(error,
                           "%s: expected %zu bytes for the header's %zu edges, found %zu; create or copy the "
                           "file again, or fix the count",
                           bytes < expected ? "truncated" : "too long", expected, reader->m, bytes);
}

static int binary_edges(GraphReader *reader, Error *error)
{
    for (size_t i = 0; i < reader->m; i++) {
        uint32_t edge[3];
        if (fread(edge, sizeof edge, 1, reader->file) != 1) {
            return read_error(reader, error);
        }
        if (graph_add_edge(reader, (int32_t)le32toh(edge[0]), (int32_t)le32toh(edge[1]),
                           (int32_t)le32toh(edge[2]), error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* ---- any format ---- */

static int read_edges(GraphReader *reader, Error *error)
{
    Graph *graph = reader->graph;
    graph->is_complex = reader->values == 2;
    graph->edges = malloc(sizeof(Edge)); /* not NULL without edges: NULL means random */
    return (reader->graph->format == GRAPH_BINARY ? binary_edges : graph_text_edges)(reader, error);
}

int graph_read(const char *path, GraphUse use, Graph *graph, Error *error)
{
    GraphReader reader = {.path = path, .use = use, .graph = graph, .values = 1};
    *graph = (Graph){0};
    const bool failed =
        open_file(&reader, error) != 0 ||
        (graph->format == GRAPH_BINARY ? binary_header : graph_text_header)(&reader, error) != 0 ||
        read_edges(&reader, error) != 0;
    if (reader.file != NULL && reader.file != graph->unpacked) {
        fclose(reader.file);
    }
    free(reader.line);
    if (failed) {
        const char *hint =
            " (read as METIS, which begins with 'n m'; an edge list begins with a line '# ...')";
        error_set(error, "%s%s: %s%s", path, reader.place, error->text,
                  graph->format == GRAPH_METIS ? hint : "");
        graph_free(graph);
    }
    return failed ? -1 : 0;
}
