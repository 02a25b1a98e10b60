/* A row a curve: how far threads take a variant at one size, and by which law. */
#ifndef SPEEDUP_LAW_ROWS_H
#define SPEEDUP_LAW_ROWS_H

#include "experiments/harness/judge/summary.h"
#include "experiments/harness/keep/sheet.h"

/* The columns of `speedup summarize --laws`, header included. A curve is what was measured of a variant that
 * reads the number of threads, on two or more of them, and in nothing else apart but perhaps the run; which
 * rounds count is curve_rounds' to say (common/laws.h). Laws are fitted over at most `most_threads` threads
 * (0: all), which had better be the physical cores. 0, or -1 and an error without memory. */
int laws_print(Sheet *sheet, const Summary *summary, size_t most_threads, Error *error);

#endif
