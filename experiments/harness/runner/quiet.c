/* See quiet.h. */
#include "experiments/harness/runner/quiet.h"

#include <math.h>
#include <time.h>

#include "common/statistics/calm.h"
#include "common/timing.h"

enum { FIRST_LOOKS = 10, READINGS = 3 };

static void pause_a_little(void)
{
    const struct timespec pause = {.tv_nsec = CALM_POLL_US * 1000L};
    nanosleep(&pause, NULL);
}

/* Reads the yardstick. A reading takes some microseconds, which a timer's interrupt alone can double; what
 * disturbs a sample lasts longer, so the shortest of a few readings in a row counts. */
static void look(const Driver *driver, Bench *bench, double *mean_s, double *max_s)
{
    *mean_s = *max_s = INFINITY;
    for (int i = 0; i < READINGS; i++) {
        double mean, most;
        driver->yardstick(bench, &mean, &most);
        if (most < *max_s) {
            *mean_s = mean;
            *max_s = most;
        }
    }
}

/* What to judge by before the run has seen enough: some looks of this process. */
static double first_reference(const Driver *driver, Bench *bench)
{
    double looks[FIRST_LOOKS], mean_s;
    for (int i = 0; i < FIRST_LOOKS; i++) {
        look(driver, bench, &mean_s, &looks[i]);
        pause_a_little();
    }
    return calm_reference(looks, FIRST_LOOKS);
}

bool quiet_disturbed(const Calm *calm)
{
    return !isnan(calm->max_s) && !calm_is(calm->max_s, calm->reference_s);
}

void quiet_before(const Driver *driver, Bench *bench, double wait_s, Calm *calm)
{
    *calm = (Calm){NAN, NAN, NAN, calm->reference_s, 0.0};
    if (isnan(wait_s) || driver->yardstick == NULL) {
        return;
    }
    double start_s = timing_now_s();
    if (isnan(calm->reference_s)) {
        calm->reference_s = first_reference(driver, bench);
    }
    for (;;) {
        look(driver, bench, &calm->mean_s, &calm->max_s);
        calm->first_s = isnan(calm->first_s) ? calm->max_s : calm->first_s;
        calm->waited_s = timing_now_s() - start_s;
        if (!quiet_disturbed(calm) || calm->waited_s >= wait_s) {
            return;
        }
        pause_a_little();
    }
}

void quiet_after(const Driver *driver, Bench *bench, Calm *calm)
{
    double mean_s, max_s;
    if (isnan(calm->mean_s)) {
        return;
    }
    look(driver, bench, &mean_s, &max_s);
    if (max_s > calm->max_s) {
        calm->mean_s = mean_s;
        calm->max_s = max_s;
    }
}
