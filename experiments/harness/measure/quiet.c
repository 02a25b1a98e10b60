/* See quiet.h. */
#include "experiments/harness/measure/quiet.h"

#include <math.h>
#include <time.h>

#include "common/timing.h"

/* Between two questions; and how often it is asked where no best time is known yet. */
#define PAUSE_S 0.005
enum { FIRST_QUESTIONS = 20 };

static void ask(const Driver *driver, Bench *bench, Calm *calm)
{
    driver->yardstick(bench, &calm->mean_s, &calm->max_s);
    if (calm->best_s == 0.0 || calm->mean_s < calm->best_s) {
        calm->best_s = calm->mean_s;
    }
}

static void pause_a_little(void)
{
    const struct timespec pause = {.tv_nsec = (long)(PAUSE_S * 1e9)};
    nanosleep(&pause, NULL);
}

bool quiet_disturbed(const Calm *calm)
{
    return calm->max_s > QUIET_LIMIT * calm->best_s;
}

void quiet_before(const Driver *driver, Bench *bench, double wait_s, Calm *calm)
{
    const bool known = calm->best_s > 0.0;
    *calm = (Calm){NAN, NAN, calm->best_s, 0.0};
    if (isnan(wait_s) || driver->yardstick == NULL) {
        return;
    }
    for (int i = 0; !known && i < FIRST_QUESTIONS; i++) {
        ask(driver, bench, calm);
    }
    double start_s = timing_now_s();
    for (;;) {
        ask(driver, bench, calm);
        calm->waited_s = timing_now_s() - start_s;
        if (!quiet_disturbed(calm) || calm->waited_s >= wait_s) {
            return;
        }
        pause_a_little();
    }
}

void quiet_after(const Driver *driver, Bench *bench, Calm *calm)
{
    Calm before = *calm;
    if (isnan(before.mean_s)) {
        return;
    }
    ask(driver, bench, calm);
    if (before.max_s > calm->max_s) {
        calm->mean_s = before.mean_s;
        calm->max_s = before.max_s;
    }
}
