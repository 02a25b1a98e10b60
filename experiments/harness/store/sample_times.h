/* The times of a point's samples and rounds. */
#pragma once

#include <stddef.h>

#include "common/error.h"
#include "common/statistics/rounds.h"

typedef struct TimedSample {
    unsigned round;
    double kernel_s, total_s;
    double resolution_s; /* of kernel_s; NAN: of a clock */
} TimedSample;

typedef struct SampleTimes {
    TimedSample *samples; /* in the order of measurement: those of a round are adjacent */
    size_t count;
} SampleTimes;

/* Appends one sample. 0, or -1 without memory, then the others remain. */
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

/* Makes the rounds and their estimates. 0, or -1 without memory. Free with rounds_free. */
int rounds_make(const SampleTimes *times, Rounds *rounds, Error *error);
void rounds_free(Rounds *rounds);
