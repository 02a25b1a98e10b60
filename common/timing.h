/* The one clock: monotonic, wall time, in seconds.
 *
 * clock() counts CPU time summed over threads and is never used here. */
#ifndef SPEEDUP_TIMING_H
#define SPEEDUP_TIMING_H

#ifdef __cplusplus
extern "C" {
#endif

/* Seconds since some fixed moment, CLOCK_MONOTONIC_RAW where it exists. */
double timing_now_s(void);

/* The date: seconds since 1970. It may jump, so no duration is formed of it. */
double timing_date_s(void);

/* A date of the years 1970 to 9999 in UTC, as "2024-05-31T12:00:00.123Z", into text[25]. */
void timing_utc(double date_s, char text[25]);

#ifdef __cplusplus
}
#endif

#endif
