/* What speaks against trusting a point. */
#ifndef SPEEDUP_QUALITY_FLAGS_H
#define SPEEDUP_QUALITY_FLAGS_H

#include "experiments/harness/analysis/summary.h"

/* The flags (keep/flags.h) of a point that is right and related to its baseline and ceiling: those of its
 * samples, and those that its rounds show. */
unsigned quality_flags_of(const PointSummary *point);

/* Are there two groups of rounds, each with a fifth of them or more, over 5 % apart, and clearly? Asked from
 * ten rounds on. */
bool quality_flags_bimodal(const Rounds *rounds);

#endif
