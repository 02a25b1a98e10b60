/* What the yardstick said in this run (common/statistics/calm.h): what the next visit is judged by, how long
 * it may wait for a quiet moment, and how calm the machine was. */
#ifndef SPEEDUP_YARDSTICKS_H
#define SPEEDUP_YARDSTICKS_H

#include "experiments/harness/cli/plan.h"
#include "experiments/harness/runner/protocol.h"

typedef struct YardstickTimes YardstickTimes;

typedef struct Yardsticks {
    YardstickTimes **by_threads; /* [most_threads + 1]; NULL for a number that was not asked for yet */
    size_t most_threads;
    double share; /* of the time without waiting that waiting may add */
    double started_s, waited_s;
    size_t asked, disturbed; /* samples */
    double load;             /* the sum over `loads` samples */
    size_t loads;
} Yardsticks;

/* For the visits of a plan. 0, or -1 and an error; ended in both cases with yardsticks_end. */
int yardsticks_begin(Yardsticks *yardsticks, const Plan *plan, double share, Error *error);
void yardsticks_end(Yardsticks *yardsticks);

/* Takes in one time on so many threads; NAN is none. Without memory it is forgotten. */
void yardsticks_add(Yardsticks *yardsticks, unsigned threads, double time_s);

/* Takes in what was seen around a sample. */
void yardsticks_note(Yardsticks *yardsticks, unsigned threads, const Outcome *outcome);

/* Takes in a wait that no sample came of. */
void yardsticks_waited(Yardsticks *yardsticks, double time_s);

/* The reference of the next visit on so many threads; NAN before there are enough times. */
double yardsticks_reference_s(const Yardsticks *yardsticks, unsigned threads);

/* Seconds that the next visit may wait: what waiting may add to the time so far and was not used yet. */
double yardsticks_wait_s(const Yardsticks *yardsticks);

/* "12 % of the samples were disturbed; the machine's load was 3.1", as far as that was measured; else "". */
void yardsticks_tell(const Yardsticks *yardsticks, char *text, size_t size);

#endif
