/* Is a row of distances the closure's? A proof from the edges alone. Private to distances.c. */
#ifndef SPEEDUP_CERTIFICATE_H
#define SPEEDUP_CERTIFICATE_H

#include "common/graph/graph.h"

/* The edges of a graph, sorted for the proof. */
typedef struct CertificateEdges {
    GraphRows in;   /* those of positive weight by target: target[] holds their sources */
    GraphRows zero; /* those of weight 0 by source */
} CertificateEdges;

/* 8 bytes an edge. -1 and an error without memory; free with certificate_edges_free. */
int certificate_edges_make(CertificateEdges *edges, const Graph *graph, Error *error);
void certificate_edges_free(CertificateEdges *edges);

/* Proves every row of distance (n x n, all cells in 0 .. GRAPH_UNREACHABLE). 0, or 1 and the first wrong
 * cell, or -1 without memory. O(n m) in all. */
int certificate_check(const CertificateEdges *edges, const int32_t *distance, Error *error);

#endif
