/* The times of a point's samples, and of its rounds: what is judged. */
#ifndef SPEEDUP_TIMES_H
#define SPEEDUP_TIMES_H

#include <stdbool.h>
#include <stddef.h>

#include "common/error.h"
#include "common/rounds.h"

typedef struct TimedSample {
    unsigned round;
    bool disturbed; /* the machine was not calm around it */
    double kernel_s, total_s;
} TimedSample;

typedef struct Times {
    TimedSample *samples; /* in the order in which they were taken: a round's lie together */
    size_t count, room;
} Times;

/* Appends one sample. 0, or -1 without memory; what was there stays. */
int times_add(Times *times, const TimedSample *sample, Error *error);
void times_free(Times *times);

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
int rounds_make(const Times *times, Rounds *rounds, Error *error);
void rounds_free(Rounds *rounds);

#endif
