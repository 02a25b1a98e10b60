/* The two text formats of graph files.
 *
 * DIMACS (Ninth DIMACS Implementation Challenge, Shortest Paths, 2006): "c" comments, one "p sp n m", then m
 * lines "a source target weight".
 * Matrix Market (Boisvert, Pozo, Remington: The Matrix Market Exchange Formats, NISTIR 5935, 1996): a banner,
 * "%" comments, "rows columns entries", then one entry per line. Here an entry is an edge from its row to its
 * column. Each entry of a symmetric file is two edges, one per direction, also on the diagonal, so that the
 * header alone gives the number of edges.
 * A last line without a newline is rejected: truncated, 15 would read as 1. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/graph/format.h"

static const char blanks[] = " \t\r\n";

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
        return error_set(error, "%s, line %zu: contains a NUL byte; create or copy the file again",
                         reader->path, reader->line_number);
    }
    if (reader->line[length - 1] != '\n') {
        return error_set(
            error,
            "%s, line %zu: ends without a newline, so the file may be truncated; if it is whole, "
            "end it with a newline",
            reader->path, reader->line_number);
    }
    reader->at = reader->line;
    return 1;
}

/* Reads the next line that is neither blank nor a comment. */
static int next_line(GraphReader *reader, Error *error)
{
    for (;;) {
        int got = next_raw_line(reader, error);
        if (got != 1) {
            return got;
        }
        reader->at += strspn(reader->at, blanks);
        bool comment = reader->format == GRAPH_DIMACS
                           ? reader->at[0] == 'c' && strchr(blanks, reader->at[1]) != NULL
                           : reader->at[0] == '%';
        if (reader->at[0] != '\0' && !comment) {
            return 1;
        }
    }
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

static int line_ends(GraphReader *reader, Error *error)
{
    int length;
    const char *word = next_word(reader, &length);
    if (length != 0) {
        return error_set(error, "%s, line %zu: unexpected '%.*s' at the end of the line", reader->path,
                         reader->line_number, length > 20 ? 20 : length, word);
    }
    return 0;
}

static int not_a_number(const GraphReader *reader, const char *what, const char *word, int length,
                        Error *error)
{
    if (length == 0) {
        return error_set(error, "%s, line %zu: the %s is missing", reader->path, reader->line_number, what);
    }
    return error_set(error, "%s, line %zu: %s '%.*s' is not an integer in range", reader->path,
                     reader->line_number, what, length > 20 ? 20 : length, word);
}

/* Parses an integer of at most 18 digits. strtoll would skip blanks, accept a plus and need errno, and is
 * slower for millions of lines. */
static int next_whole(GraphReader *reader, const char *what, int64_t *value, Error *error)
{
    int length;
    const char *word = next_word(reader, &length);
    int digit = length > 0 && word[0] == '-';
    bool fits = length > digit && length - digit <= 18;
    int64_t magnitude = 0;
    for (int i = digit; i < length && fits; i++) {
        fits = word[i] >= '0' && word[i] <= '9';
        magnitude = magnitude * 10 + (word[i] - '0');
    }
    if (!fits) {
        return not_a_number(reader, what, word, length, error);
    }
    *value = digit ? -magnitude : magnitude;
    return 0;
}

/* Is the word a decimal number? Neither inf, nan nor hexadecimal. */
static bool parse_decimal(const char *word, int length, double *real)
{
    char *end = NULL;
    *real = strtod(word, &end);
    return length > 0 && (int)strspn(word, "0123456789+-.eE") == length && end == word + length;
}

/* Parses an integer that may be written as a real number: 3, 3.0, 3e2. */
static int next_real(GraphReader *reader, const char *what, int64_t *value, Error *error)
{
    int length;
    const char *word = next_word(reader, &length);
    double real;
    if (!parse_decimal(word, length, &real) || !(real > -1e15 && real < 1e15) ||
        real != (double)(int64_t)real) {
        return not_a_number(reader, what, word, length, error);
    }
    *value = (int64_t)real;
    return 0;
}

/* Passes over any number. */
static int skip_real(GraphReader *reader, Error *error)
{
    int length;
    const char *word = next_word(reader, &length);
    double real;
    if (parse_decimal(word, length, &real)) {
        return 0;
    }
    return length == 0 ? not_a_number(reader, "value", word, length, error)
                       : error_set(error, "%s, line %zu: value '%.*s' is not a number", reader->path,
                                   reader->line_number, length > 20 ? 20 : length, word);
}

/* Reads the problem line of DIMACS. */
static int dimacs_header(GraphReader *reader, Error *error)
{
    int64_t n, m;
    int got = next_line(reader, error);
    if (got <= 0) {
        return got < 0 ? -1
                       : error_set(error, "%s: no line 'p sp n m': truncated, or not DIMACS", reader->path);
    }
    if (!next_word_is(reader, "p") || !next_word_is(reader, "sp")) {
        return error_set(error, "%s, line %zu: expected 'p sp n m' (DIMACS shortest paths) before the edges",
                         reader->path, reader->line_number);
    }
    if (next_whole(reader, "vertex count", &n, error) != 0 ||
        next_whole(reader, "edge count", &m, error) != 0 || line_ends(reader, error) != 0) {
        return -1;
    }
    return graph_check_counts(reader, n, m, error);
}

static int market_banner(GraphReader *reader, Error *error)
{
    int got = next_raw_line(reader, error);
    if (got <= 0) {
        return got < 0 ? -1 : error_set(error, "%s: empty", reader->path);
    }
    static const char *const values[] = {
        [MARKET_INTEGER] = "integer", [MARKET_REAL] = "real", [MARKET_PATTERN] = "pattern"};
    static const char *const symmetries[] = {"general", "symmetric"};
    bool known = next_word_is(reader, "%%MatrixMarket") && next_word_is(reader, "matrix") &&
                 next_word_is(reader, "coordinate");
    const int value = next_word_among(reader, values, MARKET_PATTERN + 1),
              symmetry = next_word_among(reader, symmetries, 2);
    reader->values = (MarketValues)value;
    reader->symmetric = symmetry == 1;
    if (!known || value > MARKET_PATTERN || symmetry > 1) {
        return error_set(error,
                         "%s, line 1: expected '%%%%MatrixMarket matrix coordinate integer|real|pattern "
                         "general|symmetric'; convert the matrix to one of these",
                         reader->path);
    }
    return line_ends(reader, error);
}

static int market_header(GraphReader *reader, Error *error)
{
    int64_t rows, columns, entries;
    if (market_banner(reader, error) != 0) {
        return -1;
    }
    int got = next_line(reader, error);
    if (got <= 0) {
        return got < 0 ? -1 : error_set(error, "%s: truncated: no line of sizes", reader->path);
    }
    if (next_whole(reader, "row count", &rows, error) != 0 ||
        next_whole(reader, "column count", &columns, error) != 0 ||
        next_whole(reader, "entry count", &entries, error) != 0 || line_ends(reader, error) != 0) {
        return -1;
    }
    if (rows != columns) {
        return error_set(error,
                         "%s, line %zu: %" PRId64 " rows and %" PRId64 " columns; a graph's matrix is square",
                         reader->path, reader->line_number, rows, columns);
    }
    return graph_check_counts(reader, rows, reader->symmetric ? entries * 2 : entries, error);
}

int graph_text_header(GraphReader *reader, Error *error)
{
    bool dimacs = reader->format == GRAPH_DIMACS;
    if ((dimacs ? dimacs_header : market_header)(reader, error) != 0) {
        return -1;
    }
    /* The shortest lines are "a 1 1 0" and "1 1", so an excessive count is detected before memory is
     * allocated for it. */
    size_t lines = reader->symmetric ? reader->m / 2 : reader->m;
    size_t least = lines * (dimacs ? 8 : 4);
    if (reader->size_bytes < least) {
        return error_set(error,
                         "%s: truncated: %zu edges take at least %zu bytes, but the file has %zu; create or "
                         "copy the file again, or fix the count on line %zu",
                         reader->path, lines, least, reader->size_bytes, reader->line_number);
    }
    return 0;
}

/* Reads one line, one edge. */
static int next_edge(GraphReader *reader, Edge *out, Error *error)
{
    int64_t edge[3] = {0, 0, 1};
    int got = next_line(reader, error);
    if (got < 0) {
        return -1;
    }
    if (got == 0) {
        return error_set(error,
                         "%s: truncated: line %zu is the last one, before all %zu edges of the header; "
                         "create or copy the file again, or fix the count",
                         reader->path, reader->line_number, reader->m);
    }
    if (reader->format == GRAPH_DIMACS && !next_word_is(reader, "a")) {
        return error_set(error, "%s, line %zu: expected 'a source target weight'", reader->path,
                         reader->line_number);
    }
    if (next_whole(reader, "source", &edge[0], error) != 0 ||
        next_whole(reader, "target", &edge[1], error) != 0) {
        return -1;
    }
    const int failed = reader->values == MARKET_PATTERN ? 0
                       : reader->pattern                ? skip_real(reader, error)
                       : reader->values == MARKET_REAL  ? next_real(reader, "weight", &edge[2], error)
                                                        : next_whole(reader, "weight", &edge[2], error);
    if (failed != 0) {
        return -1;
    }
    edge[0]--;
    edge[1]--;
    return line_ends(reader, error) != 0 ? -1
                                         : graph_check_edge(reader, reader->line_number, edge, out, error);
}

int graph_text_edges(GraphReader *reader, Edge *edges, size_t wanted, Error *error)
{
    size_t step =
        reader->symmetric ? 2 : 1; /* `wanted` is even then, as the header's count and batches are */
    for (size_t i = 0; i < wanted; i += step) {
        if (next_edge(reader, &edges[i], error) != 0) {
            return -1;
        }
        if (reader->symmetric) {
            edges[i + 1] = (Edge){edges[i].target, edges[i].source, edges[i].weight};
        }
    }
    return 0;
}

int graph_text_end(GraphReader *reader, Error *error)
{
    int got = next_line(reader, error);
    if (got == 1) {
        return error_set(error,
                         "%s, line %zu: too long: the header's %zu edges end before this line; delete the "
                         "rest or fix the count",
                         reader->path, reader->line_number, reader->m);
    }
    return got;
}
