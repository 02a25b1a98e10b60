/* The text formats of graph files.
 *
 * DIMACS (Ninth DIMACS Implementation Challenge, Shortest Paths, 2006): "c" comments, one "p sp n m", then m
 * lines "a source target weight".
 * Matrix Market (Boisvert, Pozo, Remington: The Matrix Market Exchange Formats, NISTIR 5935, 1996): a banner,
 * "%" comments, "rows columns entries", then one entry per line. Here an entry is an edge from its row to its
 * column; one of a symmetric file off the diagonal is two edges.
 * Edge lists (Leskovec, Krevl: SNAP Datasets, 2014): "#" comments, then one edge per line, without a count.
 * METIS (Karypis: METIS 5.1.0 manual, 2013): "%" comments, "n m [fmt [ncon]]", then a line for each vertex
 * with its neighbors. Each edge stands on the lines of both ends. A last line without a newline is rejected:
 * truncated, 15 would read as 1. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/graph/format.h"
#include "common/size.h"

static const char blanks[] = " \t\r\n";

/* Sets an error that begins with the file and the line, and returns -1. */
__attribute__((format(printf, 3, 4))) static int line_error(const GraphReader *reader, Error *error,
                                                            const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_set(error, "%s, line %zu: %s", reader->path, reader->line_number, text);
}

/* Reads the next line of any content: 1; 0 at the end of the file; -1 and an error. */
static int next_raw_line(GraphReader *reader, Error *error)
{
    errno = 0;
    ssize_t length = getline(&reader->line, &reader->line_room, reader->file);
    if (length < 0) {
        return feof(reader->file) ? 0
                                  : error_set(error, "%s: cannot read: %s", reader->path, strerror(errno));
    }
    reader->line_number++;
    if (strlen(reader->line) != (size_t)length) {
        return line_error(reader, error, "contains a NUL byte; create or copy the file again");
    }
    if (reader->line[length - 1] != '\n') {
        return line_error(reader, error,
                          "ends without a newline, so the file may be truncated; if it is whole, end it with "
                          "a newline");
    }
    reader->at = reader->line;
    return 1;
}

/* Reads the next line that is no comment, nor blank where that means nothing. */
static int next_line(GraphReader *reader, Error *error)
{
    static const char comment[] = {
        [GRAPH_DIMACS] = 'c', [GRAPH_MATRIX_MARKET] = '%', [GRAPH_EDGE_LIST] = '#', [GRAPH_METIS] = '%'};
    for (;;) {
        int got = next_raw_line(reader, error);
        if (got != 1) {
            return got;
        }
        reader->at += strspn(reader->at, blanks);
        if (reader->at[0] != comment[reader->format] && (reader->at[0] != '\0' || reader->blank_is_line)) {
            return 1;
        }
    }
}

/* Reads a line that must be there; `missing` is the error if it is not. */
static int require_line(GraphReader *reader, const char *missing, Error *error)
{
    const int got = next_line(reader, error);
    return got == 0 ? error_set(error, "%s: %s", reader->path, missing) : got < 0 ? -1 : 0;
}

/* The next word of the line, of *length characters; 0 at the end. */
static const char *next_word(GraphReader *reader, int *length)
{
    const char *word = reader->at + strspn(reader->at, blanks);
    *length = (int)strcspn(word, blanks);
    reader->at = word + *length;
    return word;
}

/* The index of the next word in a list; `count` if it is another. */
static int next_word_among(GraphReader *reader, const char *const *words, int count)
{
    int length, i = 0;
    const char *word = next_word(reader, &length);
    while (i < count &&
           ((size_t)length != strlen(words[i]) || strncasecmp(word, words[i], (size_t)length) != 0)) {
        i++;
    }
    return i;
}

static bool next_word_is(GraphReader *reader, const char *expected)
{
    return next_word_among(reader, &expected, 1) == 0;
}

static bool has_word(GraphReader *reader)
{
    reader->at += strspn(reader->at, blanks);
    return reader->at[0] != '\0';
}

static int line_ends(GraphReader *reader, Error *error)
{
    int length;
    const char *word = next_word(reader, &length);
    return length == 0 ? 0
                       : line_error(reader, error, "unexpected '%.*s' at the end of the line",
                                    length > 20 ? 20 : length, word);
}

static int not_a_number(const GraphReader *reader, const char *what, const char *kind, const char *word,
                        int length, Error *error)
{
    return length == 0 ? line_error(reader, error, "the %s is missing", what)
                       : line_error(reader, error, "%s '%.*s' is not %s", what, length > 20 ? 20 : length,
                                    word, kind);
}

/* An integer of at most 18 digits. strtoll would skip blanks, accept a plus and need errno, and is slower for
 * millions of lines. */
static bool is_whole(const char *word, int length, int64_t *value)
{
    int digit = length > 0 && word[0] == '-';
    bool fits = length > digit && length - digit <= 18;
    int64_t magnitude = 0;
    for (int i = digit; i < length && fits; i++) {
        fits = word[i] >= '0' && word[i] <= '9';
        magnitude = magnitude * 10 + (word[i] - '0');
    }
    *value = digit ? -magnitude : magnitude;
    return fits;
}

static int next_whole(GraphReader *reader, const char *what, int64_t *value, Error *error)
{
    int length;
    const char *word = next_word(reader, &length);
    return is_whole(word, length, value)
               ? 0
               : not_a_number(reader, what, "an integer in range", word, length, error);
}

/* Parses integers, each with its name. */
static int next_wholes(GraphReader *reader, const char *const *names, int64_t *values, int count,
                       Error *error)
{
    for (int i = 0; i < count; i++) {
        if (next_whole(reader, names[i], &values[i], error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Parses a decimal number, neither inf nor nan, with an exponent of C or of Fortran, 1.5D3. A weight is
 * whole, also as 3.0 or 3e2. */
static int next_value(GraphReader *reader, double *value, Error *error)
{
    const bool weight = reader->use == GRAPH_WEIGHTS;
    char text[64], *end;
    int length;
    const char *word = next_word(reader, &length);
    int64_t whole;
    if (is_whole(word, length, &whole)) {
        *value = (double)whole;
        return 0;
    }
    snprintf(text, sizeof text, "%.*s", length, word);
    char *exponent = strpbrk(text, "dD");
    if (exponent != NULL) {
        *exponent = 'e';
    }
    *value = strtod(text, &end);
    const bool decimal = length > 0 && strspn(text, "0123456789+-.eE") == (size_t)length && *end == '\0';
    if (!decimal || !isfinite(*value) || (weight && (fabs(*value) >= 1e15 || *value != trunc(*value)))) {
        return not_a_number(reader, weight ? "weight" : "value", weight ? "an integer in range" : "a number",
                            word, length, error);
    }
    return 0;
}

/* Reads the problem line of DIMACS. */
static int dimacs_header(GraphReader *reader, Error *error)
{
    static const char *const names[] = {"vertex count", "edge count"};
    int64_t counts[2] = {0};
    if (require_line(reader, "no line 'p sp n m': truncated, or not DIMACS", error) != 0) {
        return -1;
    }
    return !next_word_is(reader, "p") || !next_word_is(reader, "sp")
               ? line_error(reader, error, "expected 'p sp n m' (DIMACS shortest paths) before the edges")
           : next_wholes(reader, names, counts, 2, error) != 0 || line_ends(reader, error) != 0
               ? -1
               : graph_check_counts(reader, counts[0], counts[0], counts[1], error);
}

static int market_banner(GraphReader *reader, Error *error)
{
    static const char *const fields[] = {"pattern", "integer", "real", "double", "complex"};
    static const char *const symmetries[] = {"general", "symmetric", "hermitian", "skew-symmetric"};
    static const char *const storages[] = {"coordinate", "array"};
    enum { FIELDS = 5, SYMMETRIES = 4 };
    if (next_raw_line(reader, error) < 0) { /* the file is not empty */
        return -1;
    }
    if (strncasecmp(reader->at, "%%MatrixMarket", 14) != 0) {
        return line_error(
            reader, error,
            "expected '%%%%MatrixMarket' at the very beginning of a Matrix Market file: with two "
            "%%, and neither blanks, blank lines nor comments before it");
    }
    const bool known = next_word_is(reader, "%%MatrixMarket") && next_word_is(reader, "matrix");
    const int storage = next_word_among(reader, storages, 2), field = next_word_among(reader, fields, FIELDS),
              symmetry = next_word_among(reader, symmetries, SYMMETRIES);
    if (!known || storage != 0 || field == FIELDS || symmetry == SYMMETRIES) {
        return line_error(
            reader, error, "expected '%%%%MatrixMarket matrix coordinate FIELD SYMMETRY'%s",
            known && storage == 1
                ? ", not array (dense); convert it in Python: "
                  "scipy.io.mmwrite(NEW, scipy.sparse.coo_matrix(scipy.io.mmread(FILE)))"
                : " with FIELD pattern, integer, real, double or complex, and SYMMETRY general, symmetric, "
                  "hermitian or skew-symmetric; fix the line");
    }
    reader->values = field == 0 ? 0 : field == FIELDS - 1 ? 2 : 1;
    reader->mirror = symmetry == 0 ? 0 : symmetry == SYMMETRIES - 1 ? -1 : 1;
    if (reader->use == GRAPH_WEIGHTS && reader->values == 2) {
        return line_error(reader, error, "complex values are no weights of edges; spmv takes such a matrix");
    }
    return line_ends(reader, error);
}

static int market_header(GraphReader *reader, Error *error)
{
    static const char *const names[] = {"row count", "column count", "entry count"};
    int64_t counts[3];
    if (market_banner(reader, error) != 0 ||
        require_line(reader, "truncated: no line of sizes", error) != 0 ||
        next_wholes(reader, names, counts, 3, error) != 0 || line_ends(reader, error) != 0) {
        return -1;
    }
    if (counts[0] != counts[1] && (reader->use == GRAPH_WEIGHTS || reader->mirror != 0)) {
        return line_error(reader, error,
                          "%" PRId64 " rows and %" PRId64 " columns; a graph's matrix is square, and so is a "
                          "symmetric one",
                          counts[0], counts[1]);
    }
    return graph_check_counts(reader, counts[0], counts[1], counts[2], error);
}

/* The header of METIS: fmt has a digit each for sizes of vertices, their weights and weights of edges. */
static int metis_header(GraphReader *reader, Error *error)
{
    static const char *const names[] = {"vertex count", "edge count", "fmt", "ncon"};
    int64_t counts[4] = {0, 0, 0, 1};
    if (require_line(reader, "no line 'n m'", error) != 0) {
        return -1;
    }
    for (int i = 0; i < 2 || (i < 4 && has_word(reader)); i++) {
        if (next_whole(reader, names[i], &counts[i], error) != 0) {
            return -1;
        }
    }
    const int64_t fmt = counts[2];
    if (fmt < 0 || fmt > 111 || fmt % 10 > 1 || fmt / 10 % 10 > 1 || counts[3] < 1 || counts[3] > INT16_MAX) {
        return line_error(reader, error, "expected 'n m fmt ncon' with fmt of three digits 0 or 1");
    }
    reader->skipped = (unsigned)(fmt / 100 + fmt / 10 % 10 * counts[3]);
    reader->values = (unsigned)(fmt % 10);
    return line_ends(reader, error) != 0 ? -1
                                         : graph_check_counts(reader, counts[0], counts[0], counts[1], error);
}

/* An edge list has no header: as many edges as fit the file. Its comments may say that it is undirected. */
static int list_header(GraphReader *reader, Error *error)
{
    int got = next_raw_line(reader, error);
    for (; got == 1 && (reader->at[0] == '#' || !has_word(reader)); got = next_raw_line(reader, error)) {
        reader->mirror |= strncasecmp(reader->at, "# Undirected", 12) == 0;
    }
    rewind(reader->file);
    reader->line_number = 0;
    reader->room = size_min((size_t)(reader->mirror + 1) * (reader->size_bytes / 4 + 1), INT32_MAX);
    reader->rows = reader->n = INT32_MAX;
    reader->weight_limit = INT32_MAX;
    return got < 0 ? -1 : 0;
}

int graph_text_header(GraphReader *reader, Error *error)
{
    bool dimacs = reader->format == GRAPH_DIMACS;
    if (reader->format == GRAPH_EDGE_LIST) {
        return list_header(reader, error);
    }
    if ((dimacs                                  ? dimacs_header
         : reader->format == GRAPH_MATRIX_MARKET ? market_header
                                                 : metis_header)(reader, error) != 0) {
        return -1;
    }
    /* The shortest lines are "a 1 1 0" and "1 1", so an excessive count is detected before memory is
     * allocated for it. */
    size_t least = reader->m * (dimacs ? 8 : 4);
    if (reader->size_bytes < least) {
        return error_set(error,
                         "%s: truncated: %zu edges take at least %zu bytes, but the file has %zu; create or "
                         "copy the file again, or fix the count on line %zu",
                         reader->path, reader->m, least, reader->size_bytes, reader->line_number);
    }
    return 0;
}

/* ---- edges ---- */

/* Reads a line that the header promises. */
static int promised_line(GraphReader *reader, const char *unit, size_t count, Error *error)
{
    const int got = next_line(reader, error);
    return got != 0 ? got - 1 /* 0 or -2 */
                    : error_set(error,
                                "%s: truncated: line %zu is the last one, before all %zu %s of the header; "
                                "create or copy the file again, or fix the count",
                                reader->path, reader->line_number, count, unit);
}

/* Parses the rest of a line, one edge. */
static int take_edge(GraphReader *reader, Error *error)
{
    static const char *const names[] = {"source", "target"};
    const bool list = reader->format == GRAPH_EDGE_LIST;
    int64_t edge[2];
    double value = 1, imaginary;
    if (reader->format == GRAPH_DIMACS && !next_word_is(reader, "a")) {
        return line_error(reader, error, "expected 'a source target weight'");
    }
    if (next_wholes(reader, names, edge, 2, error) != 0) {
        return -1;
    }
    const bool has_value = list ? has_word(reader) : reader->values > 0;
    if ((has_value && next_value(reader, &value, error) != 0) ||
        (reader->values == 2 && next_value(reader, &imaginary, error) != 0) ||
        line_ends(reader, error) != 0) {
        return -1;
    }
    return graph_add_edge(reader, reader->line_number, edge[0] - !list, edge[1] - !list, value, error);
}

/* The edges of DIMACS and Matrix Market, as many as the header has counted. */
static int counted_edges(GraphReader *reader, Error *error)
{
    for (size_t i = 0; i < reader->m; i++) {
        if (promised_line(reader, "edges", reader->m, error) != 0 || take_edge(reader, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The largest id gives the number of vertices, and that the limit of the weights. */
static int listed_edges(GraphReader *reader, Error *error)
{
    Graph *graph = reader->graph;
    size_t n = 0, heaviest = 0, heaviest_line = 0;
    int got;
    while ((got = next_line(reader, error)) == 1) {
        const size_t at = graph->m;
        if (take_edge(reader, error) != 0) {
            return -1;
        }
        const Edge edge = graph->edges[at];
        const size_t larger = (size_t)(edge.source > edge.target ? edge.source : edge.target);
        n = larger >= n ? larger + 1 : n;
        if ((size_t)edge.weight > heaviest) {
            heaviest = (size_t)edge.weight;
            heaviest_line = reader->line_number;
        }
    }
    reader->mirror = 0; /* all edges are counted */
    if (got < 0 || graph_check_counts(reader, (int64_t)n, (int64_t)n, (int64_t)graph->m, error) != 0) {
        return -1;
    }
    graph->n = graph->rows = n;
    return reader->use == GRAPH_WEIGHTS ? graph_check_weight(reader, heaviest_line, (double)heaviest, error)
                                        : 0;
}

/* The neighbors of a vertex, to which its edges go. */
static int take_neighbors(GraphReader *reader, size_t vertex, Error *error)
{
    int64_t target, ignored;
    double value = 1;
    for (unsigned i = 0; i < reader->skipped; i++) {
        if (next_whole(reader, "weight of the vertex", &ignored, error) != 0) {
            return -1;
        }
    }
    while (has_word(reader)) {
        if (next_whole(reader, "neighbor", &target, error) != 0 ||
            (reader->values > 0 && next_value(reader, &value, error) != 0)) {
            return -1;
        }
        if (graph_add_edge(reader, reader->line_number, (int64_t)vertex, target - 1, value, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int neighbor_lists(GraphReader *reader, Error *error)
{
    reader->blank_is_line = true;
    for (size_t v = 0; v < reader->n; v++) {
        if (promised_line(reader, "vertices", reader->n, error) != 0 ||
            take_neighbors(reader, v, error) != 0) {
            return -1;
        }
    }
    reader->blank_is_line = false;
    return reader->graph->m == reader->room
               ? 0
               : error_set(error,
                           "%s: %zu neighbors, expected twice the header's %zu edges: each edge stands on "
                           "the lines of both its ends",
                           reader->path, reader->graph->m, reader->m);
}

int graph_text_edges(GraphReader *reader, Error *error)
{
    if ((reader->format == GRAPH_EDGE_LIST ? listed_edges
         : reader->format == GRAPH_METIS   ? neighbor_lists
                                           : counted_edges)(reader, error) != 0) {
        return -1;
    }
    const int got = next_line(reader, error); /* only comments may follow */
    return got == 1 ? line_error(reader, error,
                                 "too long: the header's %zu edges end before this line; delete the rest or "
                                 "fix the count",
                                 reader->m)
                    : got;
}
