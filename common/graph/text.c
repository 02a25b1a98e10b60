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
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/graph/format.h"

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
        return not_a_number(reader, what, "an integer in range", word, length, error);
    }
    *value = digit ? -magnitude : magnitude;
    return 0;
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

/* Parses an integer that may be written as a real number: 3, 3.0, 3e2. With `any` passes over any number.
 * Numbers are decimal: neither inf, nan nor hexadecimal. */
static int next_real(GraphReader *reader, bool any, int64_t *value, Error *error)
{
    int length;
    const char *word = next_word(reader, &length);
    char *end = NULL;
    const double real = strtod(word, &end);
    const bool decimal = length > 0 && (int)strspn(word, "0123456789+-.eE") == length && end == word + length;
    if (decimal && any) {
        return 0;
    }
    if (!decimal || !(real > -1e15 && real < 1e15) || real != (double)(int64_t)real) {
        return not_a_number(reader, any ? "value" : "weight", any ? "a number" : "an integer in range", word,
                            length, error);
    }
    *value = (int64_t)real;
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
               : graph_check_counts(reader, counts[0], counts[1], error);
}

static int market_banner(GraphReader *reader, Error *error)
{
    if (next_raw_line(reader, error) < 0) { /* the file is not empty */
        return -1;
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
        return line_error(reader, error,
                          "expected '%%%%MatrixMarket matrix coordinate integer|real|pattern "
                          "general|symmetric'; convert the matrix to one of these");
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
    if (counts[0] != counts[1]) {
        return line_error(reader, error,
                          "%" PRId64 " rows and %" PRId64 " columns; a graph's matrix is square", counts[0],
                          counts[1]);
    }
    return graph_check_counts(reader, counts[0], reader->symmetric ? counts[2] * 2 : counts[2], error);
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
    static const char *const names[] = {"source", "target", "weight"};
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
        return line_error(reader, error, "expected 'a source target weight'");
    }
    const bool has_value = reader->values != MARKET_PATTERN;
    const bool real = has_value && (reader->pattern || reader->values == MARKET_REAL);
    if (next_wholes(reader, names, edge, has_value && !real ? 3 : 2, error) != 0 ||
        (real && next_real(reader, reader->pattern, &edge[2], error) != 0) || line_ends(reader, error) != 0) {
        return -1;
    }
    edge[0]--;
    edge[1]--;
    return graph_check_edge(reader, reader->line_number, edge, out, error);
}

int graph_text_edges(GraphReader *reader, Edge *edges, Error *error)
{
    const size_t step = reader->symmetric ? 2 : 1; /* m is even then */
    for (size_t i = 0; i < reader->m; i += step) {
        if (next_edge(reader, &edges[i], error) != 0) {
            return -1;
        }
        if (reader->symmetric) {
            edges[i + 1] = (Edge){edges[i].target, edges[i].source, edges[i].weight};
        }
    }
    const int got = next_line(reader, error); /* only comments may follow */
    return got == 1 ? line_error(reader, error,
                                 "too long: the header's %zu edges end before this line; delete the rest or "
                                 "fix the count",
                                 reader->m)
                    : got;
}
