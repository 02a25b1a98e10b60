/* A cache of the shortest times of the reference loop (cpu/reference_loop.h), per number of threads.
 *
 * Without it a run that is noisy from beginning to end compares its samples with each other and looks quiet.
 * The file is $XDG_CACHE_HOME/speedup/reference-loop, by default in ~/.cache: a line per host, speed and
 * number of threads. Speed is a hash of CPU model, limits of the clock and build: when one changes, its lines
 * are not used. A file or line that cannot be read, or is not of this form, is ignored, and so is a failing
 * write.
 *
 * A time is kept when two batches, which are two processes, have confirmed it: one impossible value, from a
 * clock that jumped, counts in its own run only. A kept time that no run approaches within LOOP_CACHE_NEAR
 * for LOOP_CACHE_DAYS is dropped. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define LOOP_CACHE_NEAR 0.1
enum { LOOP_CACHE_DAYS = 30, LOOP_CACHE_COUNTS = 64 };

typedef struct LoopTime {
    char host[80];
    uint64_t speed;
    unsigned threads;
    double kept_s;      /* of earlier runs; INFINITY: none */
    double date_s;      /* when a run last came near it, since 1970 */
    double fastest_s;   /* of this run, ... */
    double confirmed_s; /* ... and the fastest of all other batches than that one */
    size_t batch;       /* of fastest_s */
} LoopTime;

typedef struct LoopCache {
    LoopTime none; /* of this host and speed, without a time */
    size_t count;
    LoopTime times[LOOP_CACHE_COUNTS]; /* more numbers of threads are compared with nothing */
} LoopCache;

/* Reads the times of this host and speed at that date. */
void loop_cache_read(LoopCache *cache, const char *host, uint64_t speed, double date_s);

/* The slowdown of a loop on that many threads in batch number `batch`, over the shortest time so far, its own
 * included. */
double loop_cache_slowdown(LoopCache *cache, unsigned threads, size_t batch, double loop_s);

/* Writes the file anew, by renaming, with the lines of others. */
void loop_cache_write(const LoopCache *cache, double date_s);
