/* Whole matrices on rank 0, the part of each process, and the ways between them. */
#pragma once

#include "common/system/guard.h"
#include "cpu/ranks.h"

/* Where rank 0 keeps a whole matrix: a file in memory, as its /proc/PID/fd names it. */
typedef struct PartFile {
    int pid, descriptor;    /* descriptor -1: not shared */
    uint64_t device, inode; /* a pid may mean another process elsewhere */
    size_t bytes, begins;   /* of the file; of the matrix in it */
} PartFile;

/* A matrix: whole on rank 0, where others of its node map it at `mapped`, and each process's part. */
typedef struct RankMatrix {
    Guarded whole, part;
    PartFile file;
    void *mapped;
} RankMatrix;

typedef struct Parts {
    const Grid *grid;
    MPI_Datatype element;
    size_t element_bytes;
    unsigned threads;
    bool copies;           /* this process copies its parts from and to rank 0's matrices itself */
    MPI_Datatype *layouts; /* rank 0: of each other process's part in a whole matrix, or null */
    int *copying;          /* rank 0: of each process, does it copy */
    MPI_Request *requests; /* rank 0: one per process */
} Parts;

/* On each process alone. `threads`: those that copy. 0, or -1 and an error; close in either case. */
int parts_open(Parts *parts, const Grid *grid, const Point *point, unsigned threads, Error *error);
void parts_close(Parts *parts);

/* On all processes: maps rank 0's matrices where that is possible. */
void parts_share(Parts *parts, RankMatrix *const matrices[], size_t count);

/* Scatters (out) rank 0's whole matrix to the parts of all processes, or gathers it. */
void parts_move(const Parts *parts, const RankMatrix *matrix, void *part, bool out);

/* Rank 0: moves the whole matrix's pages, not written yet, into a file in memory. Leaves them where that
 * fails. */
void rank_matrix_share(RankMatrix *matrix);
void rank_matrix_free(RankMatrix *matrix);
