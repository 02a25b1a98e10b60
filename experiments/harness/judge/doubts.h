/* What speaks against trusting a point. */
#ifndef SPEEDUP_DOUBTS_H
#define SPEEDUP_DOUBTS_H

#include "experiments/harness/judge/summary.h"

/* The flags (keep/flags.h) of a point that is right and related to its baseline and ceiling: those of its
 * samples, and those that its rounds show. */
unsigned doubts_about(const PointSummary *point);

/* Are there two groups of rounds, each with a fifth of them or more, over 5 % apart, and clearly? Asked from
 * ten rounds on. */
bool doubts_bimodal(const Rounds *rounds);

#endif
