/* Groups of sample rows by point, build and run. */
#pragma once

#include "experiments/harness/store/samples.h"

/* All samples of one point by one build in one run, in their order, each once. A resumed run is the same run.
 */
typedef struct Group {
    const Row **rows; /* by sample number; some numbers may be missing */
    size_t count;
    uint64_t key;
    size_t last; /* place of its last row among all rows: larger is newer */
} Group;

typedef struct Groups {
    Group *groups; /* by key, then the newest first */
    size_t count;
    const Row **rows;
    size_t row_count;
} Groups;

/* Groups the rows of the files, in their order; the files must outlive the groups. 0, or -1 and an error: no
 * memory, or two different samples with one number. */
int groups_make(const Rows *files, size_t file_count, Groups *groups, Error *error);
void groups_free(Groups *groups);

/* The newest group of a point by `build` (NULL: by any), or NULL. */
const Group *groups_find(const Groups *groups, uint64_t key, const char *build);
