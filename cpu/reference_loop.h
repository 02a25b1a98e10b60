/* The reference loop: a fixed loop on each thread of the team, timed right before and right after a sample.
 *
 * It detects what slows a core without interrupting it: a neighbor on the same physical core, a lower clock.
 * The harness records its slowdown as `noise` and decides nothing by it. Samples used to wait until the loop
 * was fast again; with that, medians spread more at all of six points and runs took 1.29 times as long. */
#pragma once

#include <stddef.h>

#include "common/error.h"

typedef struct ReferenceLoop {
    unsigned threads;
    size_t part_bytes;
    unsigned char *buffer; /* a part for each thread, one after the other; NULL: not open */
} ReferenceLoop;

/* Bytes that a loop on this number of threads allocates. */
size_t reference_loop_needs_bytes(unsigned threads);

/* For a team of `threads`, each of which touches its own buffer. 0, or -1 and an error without memory. Close
 * accepts one that is not open, all zero. */
int reference_loop_open(ReferenceLoop *loop, unsigned threads, Error *error);
void reference_loop_close(ReferenceLoop *loop);

/* Runs on all threads at once. Returns the seconds of the slowest thread. */
double reference_loop_time_s(const ReferenceLoop *loop);

/* Bytes of a thread's buffer, for caches of l1_bytes and l2_bytes; 0: unknown. */
size_t reference_loop_part_bytes(size_t l1_bytes, size_t l2_bytes);
