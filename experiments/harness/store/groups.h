/* Sample rows put together by point, build and run. */
#ifndef SPEEDUP_GROUPS_H
#define SPEEDUP_GROUPS_H

#include "experiments/harness/store/samples.h"

/* All samples of one point by one build in one run (an interrupted run and
 * the ones that completed it are one), in the order in which they were taken, each once. */
typedef struct Group {
    const Row **rows; /* by their numbers, of which some may be missing */
    size_t count;
    uint64_t key;
    size_t last; /* place of the group's last row in all files: the greater, the newer the group */
} Group;

typedef struct Groups {
    Group *groups; /* by key; of one key the one whose last row stands last in the files first */
    size_t count;
    const Row **rows;
} Groups;

/* Groups the rows of several files, in the order in which they are given. The files must outlive the groups.
 * -1 and an error without memory, or that names both rows when two samples of one number differ. */
int groups_make(const Samples *files, size_t file_count, Groups *groups, Error *error);
void groups_free(Groups *groups);

/* The largest number of the group's samples: the next one takes the number after it. */
size_t groups_last_number(const Group *group);

/* The newest group of a point by `build` (NULL: by any), or NULL. */
const Group *groups_find(const Groups *groups, uint64_t key, const char *build);

#endif
