/* Reads the edges of a graph file of any format in batches, so that callers need no memory for the whole
 * list. Private to common/graph/; see graph.h. */
#pragma once

#include "common/graph/format.h"

enum { GRAPH_BATCH = 1 << 14 }; /* edges read at a time: 192 KiB */

/* Opens a file, detects its format and reads its header. 0, or -1 and an error with nothing left open. `path`
 * must outlive the reader. */
int graph_reader_open(GraphReader *reader, const char *path, Error *error);

/* Reads and checks the next edges, at most `room` (an even number). *count is 0 after the last one, if the
 * file ends correctly. 0, or -1 and an error. */
int graph_reader_next(GraphReader *reader, Edge *edges, size_t room, size_t *count, Error *error);

void graph_reader_close(GraphReader *reader);
