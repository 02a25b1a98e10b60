/* Is a row of distances the closure's? A proof from the edges alone. Private to distances.c. */
#ifndef SPEEDUP_PROOF_H
#define SPEEDUP_PROOF_H

#include "common/graph/graph.h"

/* The edges of a graph, sorted for the proof. */
typedef struct ProofEdges {
    GraphRows in;   /* those of positive weight by target: target[] holds their sources */
    GraphRows zero; /* those of weight 0 by source */
} ProofEdges;

/* 8 bytes an edge. -1 and an error without memory; free with proof_edges_free. */
int proof_edges_make(ProofEdges *edges, const Graph *graph, Error *error);
void proof_edges_free(ProofEdges *edges);

/* Proves every row of distance (n x n, all cells in 0 .. GRAPH_UNREACHABLE). 0, or 1 and the first wrong
 * cell, or -1 without memory. O(n m) in all. */
int proof_rows(const ProofEdges *edges, const int32_t *distance, Error *error);

#endif
