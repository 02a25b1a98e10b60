/* A row a point and round: what ratios of any two points are formed from, and the noise of the machine. */
#ifndef SPEEDUP_ROUND_ROWS_H
#define SPEEDUP_ROUND_ROWS_H

#include "experiments/harness/analysis/summary.h"
#include "experiments/harness/store/csv_writer.h"

/* The columns of `speedup summarize --rounds`, header included: the medians of each round of every point
 * that is right. `line` is the point's row below the header of the summary, from 1. Shares and means of
 * samples that do not tell are empty. 0, or -1 and an error without memory. */
int rounds_print(CsvWriter *writer, const Summary *summary, Error *error);

#endif
