/* Stopping rule: samples per batch, rounds per point.
 *
 * The numbers are fixed in advance, and the interval is evaluated at most twice: a rule that stops as soon as
 * the interval happens to be narrow gives intervals that are too narrow. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "common/statistics/rounds.h"

/* A longer sample ends its batch early: long samples vary between processes, not within one. One such sample
 * takes as long as a whole batch of others. A second sample in each of five batches made the spread between
 * rounds 6 % narrower (129 points of 50 to 200 ms on a busy machine of 16 processors). */
#define STOP_LONG_SAMPLE_S 0.05

typedef struct StopRule {
    size_t min_samples, max_samples; /* of a batch, 1 <= min <= max */
    unsigned rounds, most_rounds;    /* 1 <= rounds <= most_rounds: the interval is evaluated after these */
    double precision;                /* half-width at which the first evaluation stops: 0.02 */
    double max_time_s;               /* sum of all samples of a point */
} StopRule;

typedef enum StopReason { STOP_NOT_YET, STOP_PRECISION, STOP_ROUNDS, STOP_MAX_TIME, STOP_REASONS } StopReason;

/* True if a batch is complete after `samples` that took `spent_s` in total: max_samples, or min_samples of
 * long ones. */
bool stop_batch(const StopRule *rule, size_t samples, double spent_s);

/* Reason to stop a point after its rounds, whose samples took `spent_s` in total, or STOP_NOT_YET:
 *   - after the first round, if ROUNDS_FOR_INTERVAL of them (or as many as requested) would exceed
 *     max_time_s: fewer rounds give no interval, so one is as good (max-time);
 *   - after `rounds` rounds, if there are no more (rounds), the interval is narrow enough
 *     (precision) but for the resolution of the times, or the time is spent (max-time);
 *   - after `most_rounds` (rounds), or when the time is spent (max-time).
 * `stopped`: an earlier run stopped after exactly these rounds, so this is one of the two evaluations. */
StopReason stop_point(const StopRule *rule, const Estimate *estimate, double spent_s, bool stopped);

/* "precision", "rounds", "max-time"; "" for STOP_NOT_YET. */
const char *stop_name(StopReason reason);
