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
#include <string.h>
#include <strings.h>

#include "common/graph/format.h"
#include "common/text/text.h"

static const char blanks[] = " \t\r\n";
static const char *const edge_names[] = {"source", "target"};

/* Reads the next line of any content: 1; 0 at the end of the file; -1 and an error. */
static int next_raw_line(GraphReader *reader, Error *error)
{
    errno = 0;
    ssize_t length = getline(&reader->line, &reader->line_room, reader->file);
    if (length < 0) {
        return feof(reader->file) ? 0 : error_set(error, "cannot read: %s", strerror(errno));
    }
    reader->line_number++;
    if (strlen(reader->line) != (size_t)length) {
        return graph_error(reader, error, "contains a NUL byte; create or copy the file again");
    }
    if (reader->line[length - 1] != '\n') {
        return graph_error(
            reader, error,
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
    int got;
    while ((got = next_raw_line(reader, error)) == 1) {
        reader->at += strspn(reader->at, blanks);
        if (reader->at[0] == '#' && strncasecmp(reader->at, "# Undirected", 12) == 0) {
            reader->mirror = 1;
        }
        if (reader->at[0] != comment[reader->graph->format] &&
            (reader->at[0] != '\0' || reader->blank_is_line)) {
            break;
        }
    }
    return got;
}

/* Reads a line that must be there; `missing` is the error if it is not. */
static int require_line(GraphReader *reader, const char *missing, Error *error)
{
    const int got = next_line(reader, error);
    return got == 0 ? error_set(error, "%s", missing) : got < 0 ? -1 : 0;
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
                       : graph_error(reader, error, "unexpected '%.*s' at the end of the line",
                                     length > 20 ? 20 : length, word);
}

static int not_a_number(GraphReader *reader, const char *what, const char *kind, const char *word, int length,
                        Error *error)
{
    return length == 0 ? graph_error(reader, error, "the %s is missing", what)
                       : graph_error(reader, error, "%s '%.*s' is not %s", what, length > 20 ? 20 : length,
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

/* Parses a decimal number. A weight is whole, also as 3.0 or 3e2. */
static int next_value(GraphReader *reader, double *value, Error *error)
{
    const bool weight = reader->use == GRAPH_WEIGHTS;
    int length;
    const char *word = next_word(reader, &length);
    int64_t whole;
    if (is_whole(word, length, &whole)) {
        *value = (double)whole;
        return 0;
    }
    if (!text_number(word, (size_t)length, value) ||
        (weight && (fabs(*value) >= 1e15 || *value != trunc(*value)))) {
        return not_a_number(reader, weight ? "weight" : "value", weight ? "an integer in range" : "a number",
                            word, length, error);
    }
    return 0;
}

static int market_banner(GraphReader *reader, Error *error)
{
    static const char *const fields[] = {"pattern", "integer", "real", "double", "complex"};
    static const char *const symmetries[] = {"general", "symmetric", "hermitian", "skew-symmetric"};
    static const int values[] = {0, 1, 1, 1, 2, -1},
                     mirrors[] = {0, 1, 1, -1, 2}; /* the last: another word */
    if (next_raw_line(reader, error) < 0) {        /* the file is not empty */
        return -1;
    }
    if (strncasecmp(reader->at, "%%MatrixMarket", 14) != 0) {
        return graph_error(
            reader, error,
            "expected '%%%%MatrixMarket' at the very beginning of a Matrix Market file: with two "
            "%%, and neither blanks, blank lines nor comments before it");
    }
    const bool known = next_word_is(reader, "%%MatrixMarket") && next_word_is(reader, "matrix"),
               listed = next_word_is(reader, "coordinate");
    const int value = values[next_word_among(reader, fields, 5)];
    reader->mirror = mirrors[next_word_among(reader, symmetries, 4)];
    if (!known || !listed || value < 0 || reader->mirror > 1) {
        return graph_error(
            reader, error,
            "expected '%%%%MatrixMarket matrix coordinate FIELD SYMMETRY' with FIELD pattern, integer, real, "
            "double or complex, SYMMETRY general, symmetric, hermitian or skew-symmetric; convert an "
            "array (dense) by scipy.io.mmwrite(NEW, scipy.sparse.coo_matrix(scipy.io.mmread(FILE)))");
    }
    reader->values = (unsigned)value;
    return reader->use == GRAPH_WEIGHTS && value == 2
               ? graph_error(reader, error,
                             "complex values are no weights of edges; spmv takes such a matrix")
               : line_ends(reader, error);
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
        return graph_error(reader, error,
                           "%" PRId64 " rows and %" PRId64
                           " columns; a graph's matrix is square, and so is a "
                           "symmetric one",
                           counts[0], counts[1]);
    }
    return graph_check_counts(reader, counts[0], counts[1], counts[2], error);
}

/* The counts of DIMACS and METIS. fmt has a digit each for sizes of vertices, their weights and weights of
 * edges. */
static int counts_header(GraphReader *reader, Error *error)
{
    static const char *const names[] = {"vertex count", "edge count", "fmt", "ncon"};
    const bool dimacs = reader->graph->format == GRAPH_DIMACS;
    int64_t counts[4] = {0, 0, 0, 1};
    if (require_line(reader, dimacs ? "no line 'p sp n m': truncated, or not DIMACS" : "no line 'n m'",
                     error) != 0) {
        return -1;
    }
    if (dimacs && (!next_word_is(reader, "p") || !next_word_is(reader, "sp"))) {
        return graph_error(reader, error, "expected 'p sp n m' (DIMACS shortest paths) before the edges");
    }
    for (int i = 0; i < 2 || (i < 4 && !dimacs && has_word(reader)); i++) {
        if (next_whole(reader, names[i], &counts[i], error) != 0) {
            return -1;
        }
    }
    const int64_t fmt = counts[2];
    if (fmt < 0 || fmt > 111 || fmt % 10 > 1 || fmt / 10 % 10 > 1 || counts[3] < 1 || counts[3] > INT16_MAX) {
        return graph_error(reader, error, "expected 'n m fmt ncon' with fmt of three digits 0 or 1");
    }
    reader->skipped = (unsigned)(fmt / 100 + fmt / 10 % 10 * counts[3]);
    reader->values = dimacs || fmt % 10 == 1;
    return line_ends(reader, error) != 0 ? -1
                                         : graph_check_counts(reader, counts[0], counts[0], counts[1], error);
}

/* An edge list has no header: its lines are counted, and the largest id gives the number of vertices. */
static int list_header(GraphReader *reader, Error *error)
{
    int64_t ends[2], n = 0, m = 0;
    int got;
    for (; (got = next_line(reader, error)) == 1; m++) {
        if (next_wholes(reader, edge_names, ends, 2, error) != 0) {
            return -1;
        }
        n = ends[0] >= n ? ends[0] + 1 : n;
        n = ends[1] >= n ? ends[1] + 1 : n;
    }
    rewind(reader->file);
    reader->line_number = 0;
    return got < 0 ? -1 : graph_check_counts(reader, n, n, m, error);
}

int graph_text_header(GraphReader *reader, Error *error)
{
    static int (*const headers[])(GraphReader *, Error *) = {[GRAPH_DIMACS] = counts_header,
                                                             [GRAPH_MATRIX_MARKET] = market_header,
                                                             [GRAPH_EDGE_LIST] = list_header,
                                                             [GRAPH_METIS] = counts_header};
    return headers[reader->graph->format](reader, error);
}

/* ---- edges ---- */

/* Parses a line that is an edge. */
static int take_edge(GraphReader *reader, Error *error)
{
    const bool list = reader->graph->format == GRAPH_EDGE_LIST;
    int64_t ends[2];
    double value = 1, imaginary;
    if (reader->graph->format == GRAPH_DIMACS && !next_word_is(reader, "a")) {
        return graph_error(reader, error, "expected 'a source target weight'");
    }
    if (next_wholes(reader, edge_names, ends, 2, error) != 0 ||
        ((list ? has_word(reader) : reader->values > 0) && next_value(reader, &value, error) != 0) ||
        (reader->values == 2 && next_value(reader, &imaginary, error) != 0) ||
        line_ends(reader, error) != 0) {
        return -1;
    }
    return graph_add_edge(reader, ends[0] - !list, ends[1] - !list, value, error);
}

/* Parses a line that has the neighbors of a vertex, to which its edges go. */
static int take_neighbors(GraphReader *reader, size_t vertex, Error *error)
{
    int64_t number;
    for (unsigned i = 0; i < reader->skipped; i++) {
        if (next_whole(reader, "weight of the vertex", &number, error) != 0) {
            return -1;
        }
    }
    while (has_word(reader)) {
        double value = 1;
        if (next_whole(reader, "neighbor", &number, error) != 0 ||
            (reader->values > 0 && next_value(reader, &value, error) != 0) ||
            graph_add_edge(reader, (int64_t)vertex, number - 1, value, error) != 0) {
            return -1;
        }
    }
    return 0;
}

int graph_text_edges(GraphReader *reader, Error *error)
{
    const bool lists = reader->graph->format == GRAPH_METIS;
    const size_t lines = lists ? reader->graph->n : reader->m;
    reader->blank_is_line = lists;
    for (size_t i = 0; i < lines; i++) {
        const int got = next_line(reader, error);
        if (got == 0) {
            return error_set(error,
                             "truncated: line %zu is the last one, before all %zu %s of the header; "
                             "create or copy the file again, or fix the count",
                             reader->line_number, lines, lists ? "vertices" : "edges");
        }
        if (got < 0 || (lists ? take_neighbors(reader, i, error) : take_edge(reader, error)) != 0) {
            return -1;
        }
    }
    if (lists && reader->graph->m != 2 * reader->m) {
        return error_set(error, "%zu neighbors, expected twice the header's %zu edges, as each has two ends",
                         reader->graph->m, reader->m);
    }
    reader->blank_is_line = false;
    const int got = next_line(reader, error); /* only comments may follow */
    return got == 1 ? graph_error(reader, error,
                                  "too long: the header's %zu edges end before this line; delete the rest or "
                                  "fix the count",
                                  reader->m)
                    : got;
}
