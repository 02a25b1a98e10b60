/* An open graph file, checks that apply to any format, and the text formats. Private to common/graph/. */
#pragma once

#include <stdio.h>

#include "common/graph/graph.h"

/* Values that follow the two vertices of a Matrix Market entry. */
typedef enum MarketValues { MARKET_INTEGER, MARKET_REAL, MARKET_PATTERN } MarketValues;

typedef struct GraphReader {
    FILE *file;
    const char *path; /* owned by the caller, for messages */
    GraphFormat format;
    size_t size_bytes;
    size_t n, m;          /* from the header */
    int64_t weight_limit; /* largest weight for which no path can reach GRAPH_UNREACHABLE */

    /* text formats */
    char *line;
    size_t line_room, line_number;
    const char *at; /* unread part of the line */
    MarketValues values;
    bool pattern;   /* values are not read: every weight is 1 */
    bool symmetric; /* every entry stands for two edges, one per direction */
} GraphReader;

/* ---- any format (reader.c) ---- */

/* Stores the header's counts if they are possible. 0, or -1 and an error. */
int graph_check_counts(GraphReader *reader, int64_t n, int64_t m, Error *error);

/* Checks one edge, vertices counted from 0, and stores it. `place` is the line or the number of the edge, for
 * the message. 0, or -1 and an error. */
int graph_check_edge(const GraphReader *reader, size_t place, const int64_t edge[3], Edge *out, Error *error);

/* ---- DIMACS and Matrix Market (text.c): the header, then all edges ---- */

int graph_text_header(GraphReader *reader, Error *error);
int graph_text_edges(GraphReader *reader, Edge *edges, Error *error);
