/* The actual clock of the multiprocessors, and a gate for short kernels.
 *
 * A small kernel counts cycles (clock64) against nanoseconds (%globaltimer) for some 60 us. That needs no
 * management library and no privileges, and measures the actual clock, not the nominal one. An idle GPU
 * lowers its clock, so a reading is preceded by spinning until the clock is up again. */
#pragma once

#include <stdbool.h>

#include "common/error.h"

typedef enum ClockReading { CLOCK_BEFORE, CLOCK_AFTER, CLOCK_READINGS } ClockReading;

typedef struct GpuClock {
    void *shared;        /* page-locked memory that kernels write their readings to */
    void *stream;        /* for readings beside the work, of the highest priority */
    unsigned holds;      /* gates made so far */
    unsigned expired;    /* the last one known to have opened by itself */
    double maximum_mhz;  /* nominal; 0 if unknown */
    double idle_since_s; /* time of the last reading */
} GpuClock;

/* Allocates, and spins until the clock is up (150 ms at most). 0 or -1. */
int gpu_clock_open(GpuClock *clock, Error *error);
void gpu_clock_close(GpuClock *clock);

/* Reads the clock into CLOCK_BEFORE and waits for it; spins first if the GPU idled. 0 or -1. */
int gpu_clock_settle(GpuClock *clock, Error *error);

/* Enqueues a reading on a stream. 0 or -1. */
int gpu_clock_enqueue(GpuClock *clock, ClockReading which, void *stream, Error *error);

/* The reading, after its stream was synchronized. The highest of all is kept. */
double gpu_clock_mhz(GpuClock *clock, ClockReading which);

/* The nominal maximum, or the highest reading of this process if that is higher. */
double gpu_clock_reference_mhz(const GpuClock *clock);

/* Enqueues a gate: later work on the stream starts when gpu_clock_release is called. The gate opens by itself
 * after some 2 ms for each device that the host enqueues for, so that a full launch queue cannot deadlock.
 * 0 or -1. */
int gpu_clock_hold(GpuClock *clock, void *stream, unsigned devices, Error *error);
void gpu_clock_release(GpuClock *clock);

/* True if a gate has opened by itself since the last call. Its stream must be synchronized. */
bool gpu_clock_expired(GpuClock *clock);
