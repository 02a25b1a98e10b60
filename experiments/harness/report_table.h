/* The table at the end of a run. */
#ifndef SPEEDUP_REPORT_TABLE_H
#define SPEEDUP_REPORT_TABLE_H

#include "experiments/harness/summary.h"
#include "experiments/harness/sweep.h"

/* Prints the points of the summary that belong to the sweep: median and interval, rate, share of
 * the ceiling, speedup and what it is over. */
void report_table(FILE *stream, const Summary *summary, const Sweep *sweep);

#endif
