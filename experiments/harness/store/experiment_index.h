/* Which experiments a point belongs to.
 *
 * A point is measured once, whatever experiment asked for it first, and members.csv beside the samples names
 * every experiment that it is of: a row has the experiment and the identity of the point. Files of earlier
 * versions have none, so the column `experiment` of the samples counts too; a name there that holds ';' is
 * taken as the list that it looks like. */
#ifndef SPEEDUP_EXPERIMENT_INDEX_H
#define SPEEDUP_EXPERIMENT_INDEX_H

#include "experiments/harness/store/samples.h"

/* A point and one of its experiments. */
typedef struct Member {
    uint64_t key;
    const char *name; /* `length` bytes in a row's field */
    size_t length;
} Member;

typedef struct ExperimentIndex {
    Member *members; /* by key, then name, each once */
    size_t count;
} ExperimentIndex;

/* Reads the members.csv that lies beside a samples file; no rows when there is none, or one of somebody
 * else's, which the notice tells. -1 and an error when it is damaged. Free with csv_file_free. */
int experiment_index_read(const char *samples_path, Rows *rows, Error *error);

/* Collects the experiments of all points from the rows of samples and of members, whose hosts are
 * filled in. The rows must outlive the members. */
int experiment_index_make(const Rows *files, size_t file_count, ExperimentIndex *members, Error *error);
void experiment_index_free(ExperimentIndex *members);

/* "a;b", the experiments of a point, sorted; to be freed. NULL without memory. */
char *experiment_index_names(const ExperimentIndex *members, uint64_t key);

/* members.csv, open to be added to. */
typedef struct ExperimentIndexFile {
    CsvFile file;
    Rows rows; /* what it held */
    ExperimentIndex known;
} ExperimentIndexFile;

/* Opens the members.csv beside a samples file as csv_file_open does, waiting for others who add to it. Rows
 * without a host count as `host`'s. */
int experiment_index_open(const char *samples_path, const char *host, ExperimentIndexFile *file,
                          Error *notice, Error *error);

/* Adds the point and experiment of a row, unless the file had it when it was opened. */
int experiment_index_add(ExperimentIndexFile *file, const char *const field[COLUMNS], Error *error);
void experiment_index_close(ExperimentIndexFile *file);

#endif
