/* Which point is another's baseline, its own single thread, its ceiling. */
#ifndef SPEEDUP_RELATE_H
#define SPEEDUP_RELATE_H

#include "experiments/harness/judge/summary.h"

/* Finds them for all points of a summary, and the ratios that follow. 0, or -1 and an error without memory.
 */
int relate_points(Summary *summary, const char *baseline, Error *error);

#endif
