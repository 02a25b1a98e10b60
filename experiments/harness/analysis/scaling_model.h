/* A row a curve: how far threads take a variant at one size, and by which law. */
#ifndef SPEEDUP_SCALING_MODEL_H
#define SPEEDUP_SCALING_MODEL_H

#include "experiments/harness/analysis/summary.h"
#include "experiments/harness/store/csv_writer.h"

/* The columns of `speedup summarize --laws`, header included. A curve is what was measured of a variant that
 * reads the number of threads, on two or more of them, and in nothing else apart but perhaps the run; which
 * rounds count is curve_rounds' to say (common/statistics/laws.h). Laws are fitted over at most
 * `most_threads` threads (0: all), which had better be the physical cores. 0, or -1 and an error without
 * memory. */
int scaling_model_print(CsvWriter *writer, const Summary *summary, size_t most_threads, Error *error);

#endif
