/* Copies between a process's part of a matrix and the whole matrix of another process of the same node.
 *
 * Messages would all pass through the one process that has the whole matrix. Linux also copies directly
 * between the memory of two processes, without their cooperation: so all processes of a node copy at the same
 * time, each with several threads.
 *
 * Limits: Linux, and a node that permits it: a container may not. part_copy_permitted finds out. */
#ifndef SPEEDUP_PART_COPY_H
#define SPEEDUP_PART_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "common/distribution/process_grid.h"
#include "common/error.h"

/* The process that has the whole matrices. */
typedef struct PartOwner {
    int pid;
    uint64_t token; /* also at token_at in its memory: a pid may mean another process elsewhere */
    const uint64_t *token_at;
} PartOwner;

/* This process, whose memory others may access from now on. */
PartOwner part_copy_own(void);

/* True if this process can copy from and to the owner's memory. */
bool part_copy_permitted(const PartOwner *owner);

typedef enum PartDirection { PART_FROM_WHOLE, PART_TO_WHOLE } PartDirection;

/* Copies the part of process `rank` of a grid, own rows x own columns of `element_bytes` each, from or to the
 * n x n matrix at `whole` in the owner's memory, with up to `threads` threads. 0 or -1. */
int part_copy(const PartOwner *owner, const GridShape *shape, unsigned rank, void *whole, void *part,
              size_t element_bytes, PartDirection direction, unsigned threads, Error *error);

#endif
