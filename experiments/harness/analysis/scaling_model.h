/* The table of laws of scaling. */
#pragma once

#include "experiments/harness/analysis/summary.h"

/* The columns of `speedup summarize --laws`, header included. The points of a curve differ in the number of
 * threads alone, and perhaps in the run; there are two or more. curve_rounds (common/statistics/laws.h)
 * chooses the rounds. Laws are fitted over at most `most_threads` threads (0: all): give the number of
 * physical cores. 0, or -1 and an error without memory. */
int scaling_model_print(CsvWriter *writer, const Summary *summary, size_t most_threads, Error *error);
