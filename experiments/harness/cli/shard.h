/* Shards: the points of a plan shared out among machines of a kind, which measure them at the same time.
 *
 * Points of one work (workload, type, n, input) stay together, as they are compared with each other; where
 * one work is more than a machine's fair share, its points go apart. The heaviest is dealt first, each to
 * whoever has least (Graham, 1969). All depends on the points alone, not on their order or on who asks, so
 * every machine that has the manifest finds its own share. */
#ifndef SPEEDUP_SHARD_H
#define SPEEDUP_SHARD_H

#include "experiments/harness/cli/plan.h"

/* Deals the plan's points: shard[i] is that of points[i], from 1 to `count`, and load_s[s - 1] about how long
 * shard s takes. 0, or -1 and an error without memory. */
int shard_deal(const Plan *plan, size_t count, size_t *shard, double *load_s, Error *error);

/* Leaves only the points of one shard in the plan. 0, or -1 and an error without memory. */
int shard_keep(Plan *plan, Shard shard, Error *error);

#endif
