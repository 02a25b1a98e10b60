/* Shards: the points of a plan, distributed over machines of a kind that measure at the same time.
 *
 * Points of one work (workload, type, n, input) stay together, since they are compared with each other,
 * unless the work costs more than an equal share. The heaviest unit is assigned first, each to the shard with
 * the least load (Graham, 1969). The result depends on the points alone, not on their order, so every machine
 * with the manifest finds the same shards. */
#pragma once

#include "experiments/harness/cli/plan.h"

typedef struct Shards {
    size_t count;
    size_t *of;     /* the shard of each point of the plan, from 1 */
    double *load_s; /* predicted time of shard s at s - 1 */
} Shards;

/* Distributes the points over `count` shards. 0, or -1 and an error without memory. Free in either case. */
int shards_make(const Plan *plan, size_t count, Shards *shards, Error *error);
void shards_free(Shards *shards);

/* Removes the points of all other shards from the plan. 0, or -1 and an error without memory. */
int shard_select(Plan *plan, Shard shard, Error *error);
