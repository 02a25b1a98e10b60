/* The times of a point's samples, and of its rounds: what is judged. */
#ifndef SPEEDUP_SAMPLE_TIMES_H
#define SPEEDUP_SAMPLE_TIMES_H

#include <stdbool.h>
#include <stddef.h>

#include "common/error.h"
#include "common/statistics/rounds.h"

typedef struct TimedSample {
    unsigned round;
    bool disturbed; /* the machine was not calm around it */
    double kernel_s, total_s;
} TimedSample;

typedef struct SampleTimes {
    TimedSample *samples; /* in the order in which they were taken: a round's lie together */
    size_t count, room;
} SampleTimes;

/* Appends one sample. 0, or -1 without memory; what was there stays. */
int sample_times_add(SampleTimes *times, const TimedSample *sample, Error *error);
void sample_times_free(SampleTimes *times);

/* One visit: the medians of its calm samples where they are at least half, of all of them else. */
typedef struct Round {
    unsigned number;
    bool calm_only; /* the disturbed ones were left out of the medians */
    size_t samples, calm;
    double kernel_s, total_s;
} Round;

/* Was at least half of it calm? */
bool round_is_calm(const Round *round);

typedef struct Rounds {
    Round *rounds; /* in their order */
    size_t count;
    Estimate kernel, total;
    Estimate calm; /* of the kernel in the calm rounds */
} Rounds;

/* The rounds and what they say. 0, or -1 without memory. Free with rounds_free. */
int rounds_make(const SampleTimes *times, Rounds *rounds, Error *error);
void rounds_free(Rounds *rounds);

#endif
