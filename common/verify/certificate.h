/* Certificates of shortest-path distances, from the edges alone. Private to distances.c. */
#pragma once

#include "common/graph/graph.h"

/* The edges of a graph, sorted for the certificate. */
typedef struct CertificateEdges {
    GraphRows in;   /* positive weights by target: target[] holds their sources */
    GraphRows zero; /* weight 0 by source */
} CertificateEdges;

/* Allocates 8 bytes per edge. -1 and an error without memory; free with certificate_edges_free. */
int certificate_edges_make(CertificateEdges *edges, const Graph *graph, Error *error);
void certificate_edges_free(CertificateEdges *edges);

/* Checks every row of distance (n x n, all cells in 0 .. GRAPH_UNREACHABLE) in O(n m) in total. 0; 1 and an
 * error that names the first wrong cell; -1 without memory. */
int certificate_check(const CertificateEdges *edges, const int32_t *distance, Error *error);
