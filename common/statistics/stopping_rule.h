/* When a visit has enough samples, and a point enough rounds.
 *
 * The numbers are fixed beforehand, and the interval is looked at no more than twice: a rule that stops as
 * soon as the interval happens to be narrow makes intervals that are too narrow. */
#ifndef SPEEDUP_STOPPING_RULE_H
#define SPEEDUP_STOPPING_RULE_H

#include <stdbool.h>
#include <stddef.h>

#include "common/statistics/rounds.h"

/* A sample that takes longer is one of few: what it varies by lies between processes, not inside one. Such
 * one takes as long as all of a visit beside it, and a second in each of five visits made the spread between
 * the rounds 6 % narrower (129 points of 50 to 200 ms on a busy machine of 16 processors). */
#define STOP_LONG_SAMPLE_S 0.05

typedef struct StopRule {
    size_t min_samples, max_samples; /* of a visit, 1 <= min <= max */
    unsigned rounds, most_rounds;    /* 1 <= rounds <= most_rounds: looks at the interval after these */
    double precision;                /* half-width at the first look that needs no second: 0.02 */
    double max_time_s;               /* of all samples of a point together */
} StopRule;

typedef enum StopReason { STOP_NOT_YET, STOP_PRECISION, STOP_ROUNDS, STOP_MAX_TIME, STOP_REASONS } StopReason;

/* Is a visit over after `samples` that took `spent_s` together? With max_samples, or min_samples of long
 * ones.
 */
bool stop_visit(const StopRule *rule, size_t samples, double spent_s);

/* Is a point done after its rounds, whose samples took `spent_s` together?
 *   - after the first round, when ROUNDS_FOR_INTERVAL like it (or as many as are asked for) would go beyond
 *     max_time_s: one run is as good as a few, as fewer claim no interval (max-time);
 *   - after `rounds` rounds, when that is all, or the interval is narrow enough (rounds, precision), or the
 *     time is used up (max-time);
 *   - then after `most_rounds`, or when the time is used up.
 * `stopped`: an earlier run found it done after just these rounds, so that this is one of the two looks. */
StopReason stop_point(const StopRule *rule, const Estimate *estimate, double spent_s, bool stopped);

/* "precision", "rounds", "max-time"; "" for STOP_NOT_YET. */
const char *stop_name(StopReason reason);

#endif
