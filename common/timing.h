/* The clock of all measurements: monotonic wall time in seconds.
 *
 * clock() returns CPU time summed over threads and is not used. */
#pragma once

#include <time.h>

#include "common/c_linkage.h"

C_LINKAGE_BEGIN

/* Seconds of any clock; NAN if it cannot be read. */
double timing_clock_s(clockid_t clock);

/* Seconds since an arbitrary origin, by CLOCK_MONOTONIC_RAW. For durations. */
double timing_now_s(void);

/* Seconds since 1970. May jump: not for durations. */
double timing_date_s(void);

/* Formats a date of the years 1970 to 9999 in UTC, "2024-05-31T12:00:00.123Z", into text[25]. */
void timing_utc(double date_s, char text[25]);

C_LINKAGE_END
