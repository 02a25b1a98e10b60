/* members.csv: the experiments of each point.
 *
 * A point is measured once, for the first experiment that requests it. A row of members.csv beside the
 * samples has an experiment and the identity of a point. The column `experiment` of the samples counts too,
 * since earlier versions wrote no members.csv; a name with ';' is a list. */
#pragma once

#include "experiments/harness/store/samples.h"

/* One experiment of one point. */
typedef struct Member {
    uint64_t key;
    const char *name; /* `length` bytes of a row's field */
    size_t length;
} Member;

typedef struct ExperimentIndex {
    Member *members; /* by key, then name, each once */
    size_t count;
} ExperimentIndex;

extern const CsvFormat experiment_index_format;

/* Reads the members.csv beside a samples file: no rows if there is none, or one of another format (with a
 * notice). -1 and an error if it is damaged. Free with csv_file_free. */
int experiment_index_read(const char *samples_path, Rows *rows, Error *error);

/* Collects the experiments of all points from rows of samples and members. The rows must
 * outlive the index. 0, or -1 and an error without memory. */
int experiment_index_make(const Rows *files, size_t file_count, ExperimentIndex *members, Error *error);
void experiment_index_free(ExperimentIndex *members);

/* The experiments of a point, sorted, as "a;b"; to be freed. NULL without memory. */
char *experiment_index_names(const ExperimentIndex *members, uint64_t key);

/* Does the point belong to this experiment? A point without one belongs to "unnamed". */
bool experiment_index_has(const ExperimentIndex *members, uint64_t key, const char *name);

/* Is the experiment of the row one of its point? */
bool experiment_index_lists(const ExperimentIndex *members, const char *const field[COLUMNS]);
