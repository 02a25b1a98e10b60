/* Flags that qualify the result of a point. */
#pragma once

#include "experiments/harness/analysis/summary.h"

/* The flags (store/status.h) of a right point with its baseline and ceiling, from its samples and rounds. */
unsigned quality_flags_of(const PointSummary *point);

/* Are there two groups of rounds, each with a fifth of them or more, over 5 % apart, and clearly? False
 * below ten rounds. */
bool quality_flags_bimodal(const Rounds *rounds);
