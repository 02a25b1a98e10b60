/* Verdict on a ratio of times and its interval: faster, slower, no change, or cannot tell. */
#pragma once

#include "common/statistics/rounds.h"

/* SHORTER and LONGER are of the times of two machines, where faster and slower would be said of the code. */
typedef enum Verdict { NO_CHANGE, FASTER, SLOWER, CANNOT_TELL, BROKEN, SHORTER, LONGER, VERDICTS } Verdict;

extern const char *const verdict_names[VERDICTS];

/* An alarm needs a p below this, adjusted to the family of all points. */
#define VERDICT_LEVEL 0.05
/* 'No change' excludes a change of this size, or of the threshold where that is larger. */
#define VERDICT_MARGIN 0.02

/* The verdict on new over base: an alarm counts first; then an interval that excludes a change says so; what
 * is left, and what has no interval, is CANNOT_TELL. `ratio->p` is adjusted; NAN is no alarm. */
Verdict decision_of(const Ratio *ratio, double threshold);
