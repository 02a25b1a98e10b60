/* What Extra-P reads, to model times over n and threads further than laws go. */
#ifndef SPEEDUP_EXTRA_P_H
#define SPEEDUP_EXTRA_P_H

#include <stdio.h>

#include "experiments/harness/analysis/summary.h"

/* Extra-P's text format: parameters n and p (threads), those that vary; metrics kernel_s and total_s; a
 * region for all points that agree in everything else, and in DATA the medians of a point's rounds. Extra-P
 * wants every region measured at every point, so those are written that make most data: the points of one
 * region, and all regions that have them. `told` says how many others were left out, and whether Extra-P will
 * find too few values of a parameter. `code` chooses: a workload, or WORKLOAD:VARIANT, names or globs. 0, or
 * -1 and an error: without memory, or without any point.
 *
 * Source: docs/file-formats.md of Extra-P 4. */
int extra_p_print(FILE *stream, const Summary *summary, const char *code, Error *told, Error *error);

#endif
