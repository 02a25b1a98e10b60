/* The times of a point's samples, and of its rounds: what is judged. */
#ifndef SPEEDUP_SAMPLE_TIMES_H
#define SPEEDUP_SAMPLE_TIMES_H

#include <stdbool.h>
#include <stddef.h>

#include "common/error.h"
#include "common/statistics/rounds.h"

typedef struct TimedSample {
    unsigned round;
    bool left_out; /* Row.left_out */
    double kernel_s, total_s;
} TimedSample;

typedef struct SampleTimes {
    TimedSample *samples; /* in the order in which they were taken: a round's lie together */
    size_t count, room;
} SampleTimes;

/* Appends one sample. 0, or -1 without memory; what was there stays. */
int sample_times_add(SampleTimes *times, const TimedSample *sample, Error *error);
void sample_times_free(SampleTimes *times);

/* The samples of one process: their number and medians. */
typedef struct Round {
    unsigned number;
    size_t samples;
    double kernel_s, total_s;
} Round;

typedef struct Rounds {
    Round *rounds; /* in their order */
    size_t count;
    Estimate kernel, total;
} Rounds;

/* The rounds and what they say. 0, or -1 without memory. Free with rounds_free. */
int rounds_make(const SampleTimes *times, Rounds *rounds, Error *error);
void rounds_free(Rounds *rounds);

#endif
