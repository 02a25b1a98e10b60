/* The table at the end of a run. */
#pragma once

#include "experiments/harness/analysis/summary.h"

/* Prints the points of the summary that have one of `count` keys (which it sorts): median and interval, rate,
 * share of the ceiling, speedup and what it is over. Lines are of at most `width` characters as far as
 * columns can be left out for it. 0, or -1 and an error without memory. */
int results_table(FILE *stream, const Summary *summary, uint64_t *keys, size_t count, size_t width,
                  Error *error);
