/* An open graph file, checks that apply to any format, and the text formats. Private to common/graph/. */
#pragma once

#include <stdio.h>

#include "common/graph/graph.h"

typedef struct GraphReader {
    FILE *file;
    const char *path; /* owned by the caller, for messages */
    GraphFormat format;
    GraphUse use;
    size_t size_bytes;
    char start[9];       /* the first bytes */
    size_t rows, n, m;   /* from the header; m: entries. Of an edge list the most that can be */
    double weight_limit; /* largest weight for which no path can reach GRAPH_UNREACHABLE */
    Graph *graph;        /* receives the edges */
    size_t room;         /* for so many edges */

    /* text formats */
    char *line;
    size_t line_room, line_number;
    const char *at;     /* unread part of the line */
    unsigned values;    /* numbers that follow the two vertices of an edge: 2 if complex */
    unsigned skipped;   /* METIS: numbers before the neighbors of a vertex */
    int mirror;         /* the sign of the second edge that an entry stands for; 0: it is one edge */
    bool blank_is_line; /* METIS: a vertex without neighbors */
} GraphReader;

/* ---- any format (reader.c) ---- */

/* Stores the header's counts if they are possible. 0, or -1 and an error. */
int graph_check_counts(GraphReader *reader, int64_t rows, int64_t n, int64_t m, Error *error);

/* Checks an edge of reader->use and appends it, and the one that mirrors it. Vertices are counted from 0.
 * `place` is the line or the number of the edge, for the message. 0, or -1 and an error. */
int graph_add_edge(GraphReader *reader, size_t place, int64_t source, int64_t target, double value,
                   Error *error);

/* Checks a weight: whole, and of shortest paths. 0, or -1 and an error. */
int graph_check_weight(const GraphReader *reader, size_t place, double weight, Error *error);

/* ---- text formats (text.c): the header, then all edges ---- */

int graph_text_header(GraphReader *reader, Error *error);
int graph_text_edges(GraphReader *reader, Error *error);
