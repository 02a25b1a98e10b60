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

void timing_utc(char text[25])
{
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    size_t length = strftime(text, 25, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text + length, 25 - length, ".%03dZ", (int)(now.tv_nsec / 1000000) % 1000);
}
