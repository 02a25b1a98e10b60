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

/* UTC now as "2024-05-31T12:00:00.123Z" into text[25]. */
void timing_utc(char text[25]);

#ifdef __cplusplus
}
#endif

#endif
