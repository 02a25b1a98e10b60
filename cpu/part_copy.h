/* Copies between a process's part of a matrix and the whole matrix, which a process of the same node has.
 *
 * Messages would all pass through the one process that has the whole matrix. So it keeps it in memory that
 * other processes map: all processes of a node copy at the same time, each with several threads.
 *
 * Limits: Linux; a process that may not open the other's files (/proc/PID/fd) gets messages. */
#pragma once

#include <stdint.h>

#include "common/distribution/process_grid.h"
#include "common/system/guard.h"

/* Where the process that has a whole matrix keeps it: a file in memory, as its /proc/PID/fd names it. */
typedef struct PartFile {
    int pid, descriptor;    /* descriptor -1: not shared */
    uint64_t device, inode; /* a pid may mean another process elsewhere */
    size_t bytes, begins;   /* of the file; of the matrix in it */
} PartFile;

/* Moves a buffer's pages, not written yet, into a file in memory. Leaves them where that fails. */
PartFile part_share(const Guarded *whole);

/* The matrix of another process; NULL if this process cannot map it. */
void *part_map(const PartFile *file);

/* Ends part_map; NULL is allowed. */
void part_unmap(const PartFile *file, void *whole);

typedef enum PartDirection { PART_FROM_WHOLE, PART_TO_WHOLE } PartDirection;

/* Copies the part of process `rank` of a grid, own rows x own columns of `element_bytes` each, from or to the
 * n x n matrix `whole`, with up to `threads` threads. */
void part_copy(const GridShape *shape, unsigned rank, void *whole, void *part, size_t element_bytes,
               PartDirection direction, unsigned threads);
