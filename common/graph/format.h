/* What the formats of graph files have in common: an open file, what is refused in it, and for each
 * format its header and its edges. reader.c calls them. Not for use outside common/graph/. */
#ifndef SPEEDUP_FORMAT_H
#define SPEEDUP_FORMAT_H

#include <stdio.h>

#include "common/graph/graph.h"

/* What stands after the two vertices of a Matrix Market entry. */
typedef enum MarketValues { MARKET_INTEGER, MARKET_REAL, MARKET_PATTERN } MarketValues;

typedef struct GraphReader {
    FILE *file;
    const char *path; /* the caller's, for messages */
    GraphFormat format;
    size_t size_bytes;
    size_t n, m;          /* as the header says */
    size_t done;          /* edges handed out so far */
    int64_t weight_limit; /* the largest weight with which no path can reach GRAPH_UNREACHABLE */

    /* text formats */
    char *line;
    size_t line_room, line_number;
    const char *at; /* what is left of the line */
    MarketValues values;
    bool symmetric; /* every entry stands for two edges, one each way */
} GraphReader;

/* ---- any format (check.c) ---- */

/* Takes over the header's counts when they are possible. */
int graph_check_counts(GraphReader *reader, int64_t n, int64_t m, Error *error);

/* Checks one edge, vertices counted from 0, and stores it. `place` is the line or the
 * number of the edge. 0, or -1 and an error. */
int graph_check_edge(const GraphReader *reader, size_t place, const int64_t edge[3], Edge *out, Error *error);

/* Says why less was read than the file's length promised, and returns -1. */
int graph_read_error(const GraphReader *reader, Error *error);

/* ---- report F's format (binary.c) ---- */

int graph_binary_header(GraphReader *reader, Error *error);
int graph_binary_edges(GraphReader *reader, Edge *edges, size_t wanted, Error *error);

/* ---- DIMACS and Matrix Market (text.c) ---- */

int graph_text_header(GraphReader *reader, Error *error);
int graph_text_edges(GraphReader *reader, Edge *edges, size_t wanted, Error *error);
int graph_text_end(GraphReader *reader, Error *error); /* nothing but comments may follow */

#endif
