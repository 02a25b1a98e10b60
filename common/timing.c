/* See timing.h. */
#include "common/timing.h"

#include <math.h>
#include <stdio.h>

double timing_clock_s(clockid_t clock)
{
    struct timespec now;
    return clock_gettime(clock, &now) == 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : NAN;
}

double timing_now_s(void)
{
    return timing_clock_s(CLOCK_MONOTONIC_RAW); /* not slewed by NTP */
}

double timing_date_s(void)
{
    return timing_clock_s(CLOCK_REALTIME);
}

void timing_utc(double date_s, char text[25])
{
    struct tm utc;
    time_t whole_s = (time_t)date_s;
    gmtime_r(&whole_s, &utc);
    size_t length = strftime(text, 25, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text + length, 25 - length, ".%03dZ", (int)((date_s - (double)whole_s) * 1e3) % 1000);
}
