/* Samples files and their summary. */
#pragma once

#include "experiments/harness/analysis/summary.h"
#include "experiments/harness/store/results_folder.h"

typedef struct SampleSet {
    Paths paths;
    Rows *files; /* the samples of these paths, then the members beside them */
    Groups groups;
    Summary summary;
    ExperimentIndex members;
} SampleSet;

/* Reads the files of set->paths and those that the words name, of a folder by name, and members.csv beside
 * each if `members`. 0, or -1 and an error; free with sample_set_free. */
int sample_set_read(SampleSet *set, const char *const *words, size_t count, bool members, Error *error);

/* Makes groups and summary of the points of an experiment (NULL: of all). 0, or -1 and an error. */
int sample_set_judge(SampleSet *set, const char *experiment, bool all_builds, const char *baseline,
                     Error *error);

/* Frees what was judged; the rows stay. */
void sample_set_forget(SampleSet *set);
void sample_set_free(SampleSet *set);
