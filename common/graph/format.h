/* An open graph file, checks that apply to any format, and the text formats. Private to common/graph/. */
#pragma once

#include <stdio.h>

#include "common/graph/graph.h"

typedef struct GraphReader {
    FILE *file;
    const char *path; /* owned by the caller */
    char place[40];   /* of an error, as ", line 12"; "": it concerns the whole file */
    GraphUse use;
    size_t size_bytes;
    size_t m;            /* entries of the header, each of which may be two edges */
    double weight_limit; /* largest weight for which no path can reach GRAPH_UNREACHABLE */
    Graph *graph;        /* receives format, rows, n and the edges */

    /* text formats */
    char *line; /* NULL: a binary file */
    size_t line_room, line_number;
    const char *at;     /* unread part of the line */
    unsigned values;    /* numbers that follow the two vertices of an edge: 2 if complex */
    unsigned skipped;   /* METIS: numbers before the neighbors of a vertex */
    int mirror;         /* the sign of the second edge that an entry stands for; 0: it is one edge */
    bool blank_is_line; /* METIS: a vertex without neighbors */
} GraphReader;

/* ---- any format (reader.c) ---- */

/* Sets an error at the present line, or the number of the edge, and returns -1. Every error gets the file and
 * the place before it in the end. */
__attribute__((format(printf, 3, 4))) int graph_error(GraphReader *reader, Error *error, const char *format,
                                                      ...);

/* Stores the counts of a file if they are possible. 0, or -1 and an error. */
int graph_check_counts(GraphReader *reader, int64_t rows, int64_t n, int64_t m, Error *error);

/* Checks an edge of reader->use and appends it, and the one that mirrors it. Vertices are counted from 0. 0,
 * or -1 and an error. */
int graph_add_edge(GraphReader *reader, int64_t source, int64_t target, double value, Error *error);

/* ---- text formats (text.c): the header, then all edges ---- */

int graph_text_header(GraphReader *reader, Error *error);
int graph_text_edges(GraphReader *reader, Error *error);
