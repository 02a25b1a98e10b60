/* See sample_set.h. */
#include "experiments/harness/sample_set.h"

#include <stdlib.h>

#include "experiments/harness/diagnostics.h"

int sample_set_read(SampleSet *set, const char *const *words, size_t count, bool members, Error *error)
{
    Paths *paths = &set->paths;
    for (size_t i = 0; i < count; i++) {
        if (paths_add(paths, words[i], error) != 0) {
            return -1;
        }
    }
    Rows *files = set->files = calloc(2 * paths->count + 1, sizeof *files);
    if (files == NULL) {
        return error_set(error, "no memory for %zu files", paths->count);
    }
    for (size_t i = 0; i < paths->count; i++) {
        Rows *index = &files[paths->count + i];
        if (csv_file_read(paths->paths[i], &samples_format, &files[i], error) != 0 ||
            (members && experiment_index_read(paths->paths[i], index, error) != 0)) {
            return -1;
        }
        log_notice(&files[i].notice);
        log_notice(&index->notice);
    }
    return 0;
}

/* Drops the groups of other experiments. */
static void select_experiment(Groups *groups, const ExperimentIndex *members, const char *name)
{
    size_t kept = 0;
    for (size_t i = 0; i < groups->count; i++) {
        if (experiment_index_has(members, groups->groups[i].key, name)) {
            groups->groups[kept++] = groups->groups[i];
        }
    }
    if (kept == 0 && groups->count > 0) {
        log_info("--experiment %s: no row is of it; the column experiment of the summary without it has all",
                 name);
    }
    groups->count = kept;
}

int sample_set_judge(SampleSet *set, const char *experiment, bool all_builds, const char *baseline,
                     Error *error)
{
    const size_t count = set->paths.count;
    if (groups_make(set->files, count, &set->groups, error) != 0 ||
        experiment_index_make(set->files, 2 * count, &set->members, error) != 0) {
        return -1;
    }
    if (experiment != NULL) {
        select_experiment(&set->groups, &set->members, experiment);
    }
    return summary_make(&set->groups, all_builds, baseline, &set->summary, error);
}

void sample_set_forget(SampleSet *set)
{
    experiment_index_free(&set->members);
    summary_free(&set->summary);
    groups_free(&set->groups);
}

void sample_set_free(SampleSet *set)
{
    sample_set_forget(set);
    for (size_t i = 0; set->files != NULL && i < 2 * set->paths.count; i++) {
        csv_file_free(&set->files[i]);
    }
    free(set->files);
    paths_free(&set->paths);
}
