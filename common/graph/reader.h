/* What the graph files share among themselves: a reader that hands out the
 * edges of any format in batches, so that none of its users needs the whole
 * list in memory. Not for use outside common/graph/; see graph.h. */
#ifndef SPEEDUP_GRAPH_READER_H
#define SPEEDUP_GRAPH_READER_H

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

enum { GRAPH_BATCH = 1 << 14 }; /* edges read at a time: 192 KiB */

/* Opens a file, tells its format and reads its header. 0, or -1 and an error
 * with nothing left open. `path` must live as long as the reader. */
int graph_reader_open(GraphReader *reader, const char *path, Error *error);

/* The next edges, checked, at most `room` (an even number) of them. *count is 0 after
 * the last one, when the file also ended where it should. 0, or -1 and an error. */
int graph_reader_next(GraphReader *reader, Edge *edges, size_t room, size_t *count, Error *error);

void graph_reader_close(GraphReader *reader);

/* ---- between reader.c and text.c ---- */

/* Takes over the header's counts when they are possible. */
int graph_reader_counts(GraphReader *reader, int64_t n, int64_t m, Error *error);

/* Checks one edge, vertices counted from 0, and stores it. `place` is the line or the
 * number of the edge. 0, or -1 and an error. */
int graph_reader_edge(const GraphReader *reader, size_t place, const int64_t edge[3], Edge *out,
                      Error *error);

int graph_text_header(GraphReader *reader, Error *error);
int graph_text_edges(GraphReader *reader, Edge *edges, size_t wanted, Error *error);
int graph_text_end(GraphReader *reader, Error *error); /* nothing but comments may follow */

#endif
