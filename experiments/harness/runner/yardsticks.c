/* See yardsticks.h. */
#include "experiments/harness/runner/yardsticks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/statistics/calm.h"
#include "common/timing.h"

enum { KEPT = 4096, ENOUGH = 20 };

/* The times of the whole run on one number of threads: all of them, or where that is too many every second,
 * fourth, eighth ... */
struct YardstickTimes {
    double time_s[KEPT];
    size_t count;
    size_t stride, skipped; /* every stride-th is kept; so many came since the last of those */
};

int yardsticks_begin(Yardsticks *yardsticks, const Plan *plan, double share, Error *error)
{
    *yardsticks = (Yardsticks){.share = share, .started_s = timing_now_s()};
    for (size_t i = 0; i < plan->count; i++) {
        size_t threads = plan->points[i].point.threads;
        yardsticks->most_threads = threads > yardsticks->most_threads ? threads : yardsticks->most_threads;
    }
    yardsticks->by_threads = calloc(yardsticks->most_threads + 1, sizeof *yardsticks->by_threads);
    return yardsticks->by_threads != NULL ? 0 : error_set(error, "no memory for the yardstick's times");
}

void yardsticks_end(Yardsticks *yardsticks)
{
    for (size_t i = 0; yardsticks->by_threads != NULL && i <= yardsticks->most_threads; i++) {
        free(yardsticks->by_threads[i]);
    }
    free(yardsticks->by_threads);
    yardsticks->by_threads = NULL;
}

static void keep(YardstickTimes *times, double time_s)
{
    if (++times->skipped < times->stride) {
        return;
    }
    times->skipped = 0;
    if (times->count == KEPT) {
        for (size_t i = 0; i < KEPT / 2; i++) {
            times->time_s[i] = times->time_s[2 * i + 1];
        }
        times->count = KEPT / 2;
        times->stride *= 2;
    }
    times->time_s[times->count++] = time_s;
}

void yardsticks_add(Yardsticks *yardsticks, unsigned threads, double time_s)
{
    YardstickTimes **times = &yardsticks->by_threads[threads];
    if (*times == NULL && (*times = calloc(1, sizeof **times)) != NULL) {
        (*times)->stride = 1;
    }
    if (*times != NULL && !isnan(time_s)) {
        keep(*times, time_s);
    }
}

void yardsticks_note(Yardsticks *yardsticks, unsigned threads, const Outcome *outcome)
{
    const Calm *calm = &outcome->calm;
    if (!isnan(outcome->interference.load)) {
        yardsticks->load += outcome->interference.load;
        yardsticks->loads++;
    }
    if (isnan(calm->mean_s)) {
        return;
    }
    yardsticks->asked++;
    yardsticks->disturbed += outcome->disturbed;
    yardsticks->waited_s += calm->waited_s;
    yardsticks_add(yardsticks, threads, calm->first_s);
}

void yardsticks_waited(Yardsticks *yardsticks, double time_s)
{
    yardsticks->waited_s += time_s;
}

double yardsticks_reference_s(const Yardsticks *yardsticks, unsigned threads)
{
    const YardstickTimes *times = yardsticks->by_threads[threads];
    double sorted_s[KEPT];
    if (times == NULL || times->count < ENOUGH) {
        return NAN;
    }
    memcpy(sorted_s, times->time_s, times->count * sizeof *sorted_s);
    return calm_reference(sorted_s, times->count);
}

double yardsticks_wait_s(const Yardsticks *yardsticks)
{
    double working_s = timing_now_s() - yardsticks->started_s - yardsticks->waited_s;
    return fmax(yardsticks->share * working_s - yardsticks->waited_s, 0.0);
}

void yardsticks_tell(const Yardsticks *yardsticks, char *text, size_t size)
{
    char load[64] = "";
    text[0] = '\0';
    if (yardsticks->loads > 0) {
        snprintf(load, sizeof load, "the machine's load was %.1f",
                 yardsticks->load / (double)yardsticks->loads);
    }
    if (yardsticks->asked > 0) {
        snprintf(text, size, "%.0f %% of the samples were disturbed%s%s",
                 100.0 * (double)yardsticks->disturbed / (double)yardsticks->asked,
                 load[0] != '\0' ? "; " : "", load);
    } else {
        snprintf(text, size, "%s", load);
    }
}
