/* See timing.h. */
#include "common/timing.h"

#include <stdio.h>
#include <time.h>

double timing_now_s(void)
{
    struct timespec now;
#ifdef CLOCK_MONOTONIC_RAW
    clock_gettime(CLOCK_MONOTONIC_RAW, &now); /* not slewed by NTP */
#else
    clock_gettime(CLOCK_MONOTONIC, &now);
#endif
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double timing_date_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void timing_utc(double date_s, char text[25])
{
    struct tm utc;
    time_t whole_s = (time_t)date_s;
    gmtime_r(&whole_s, &utc);
    size_t length = strftime(text, 25, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text + length, 25 - length, ".%03dZ", (int)((date_s - (double)whole_s) * 1e3) % 1000);
}
