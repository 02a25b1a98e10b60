/* Sample rows put together by point, build and run. */
#ifndef SPEEDUP_GROUPS_H
#define SPEEDUP_GROUPS_H

#include "experiments/harness/keep/samples.h"

/* All samples of one point by one build in one run (an interrupted run and
 * the ones that completed it are one), in the order in which they were taken, each once. */
typedef struct Group {
    const Row **rows;
    size_t count;
    uint64_t key;
} Group;

typedef struct Groups {
    Group *groups; /* by key; of one key the newest first */
    size_t count;
    const Row **rows;
} Groups;

/* Groups the rows of several files. The files must outlive the groups. */
int groups_make(const Samples *files, size_t file_count, Groups *groups, Error *error);
void groups_free(Groups *groups);

/* The newest group of a point by `build` (NULL: by any), or NULL. */
const Group *groups_find(const Groups *groups, uint64_t key, const char *build);

#endif
