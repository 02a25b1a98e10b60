/* See experiment_index.h. */
#include "experiments/harness/store/experiment_index.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/statistics/search.h"
#include "common/system/array.h"
#include "common/text/text.h"
#include "experiments/harness/store/results_folder.h"

static int check_line(const Line *line, Row *row, uint64_t *key, Error *error)
{
    (void)row; /* no numbers */
    const char *name = line->field[COL_EXPERIMENT];
    Column bad = name[0] == '\0' || strchr(name, LIST_SEPARATOR) != NULL ? COL_EXPERIMENT
                                                                         : samples_misnamed(line->field);
    if (bad != COLUMNS) {
        return csv_file_damaged(line, bad, error);
    }
    *key = samples_key(line->field);
    return 0;
}

const CsvFormat experiment_index_format = {
    .name = "members",
    .members = true,
    .count = IDENTITY_COLUMNS + 1,
    .needed = FIRST_VERSION_MEMBERS,
    .check = check_line,
    .remedy = "move it away",
    .read_remedy = "move it away",
    .waits = true,
    .optional = true,
};

int experiment_index_read(const char *samples_path, Rows *rows, Error *error)
{
    char path[BESIDE_SIZE];
    *rows = (Rows){0};
    path_beside(samples_path, "members.csv", path);
    return access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
               ? 0
               : csv_file_read(path, &experiment_index_format, rows, error);
}

static int by_key_and_name(const void *a, const void *b)
{
    const Member *left = a, *right = b;
    const size_t common = left->length < right->length ? left->length : right->length;
    int order = compare_whole(left->key, right->key);
    order = order != 0 ? order : memcmp(left->name, right->name, common);
    return order != 0 ? order : compare_whole(left->length, right->length);
}

/* Appends the names of a list. -1 without memory. */
static int add_names(ExperimentIndex *members, uint64_t key, const char *list)
{
    size_t length = 0;
    for (const char *name; (name = list_next(&list, &length)) != NULL;) {
        const Member member = {key, name, length};
        if (length > 0 && array_append(&members->members, &members->count, &member, sizeof member) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Adds the experiments of all series, and of rows that differ from their series in it. */
static int add_file(ExperimentIndex *members, const Rows *file)
{
    int failed = 0;
    for (size_t i = 0; failed == 0 && i < file->series.count; i++) {
        const Series *series = file->series.series[i];
        failed = add_names(members, series->key, series_field(series, COL_EXPERIMENT));
    }
    for (size_t i = 0; failed == 0 && i < file->count; i++) {
        const Row *row = &file->rows[i];
        if (row_differs(row, COL_EXPERIMENT)) {
            failed = add_names(members, row->series->key, row_field(row, COL_EXPERIMENT));
        }
    }
    return failed;
}

int experiment_index_make(const Rows *files, size_t file_count, ExperimentIndex *members, Error *error)
{
    size_t kept = 0;
    *members = (ExperimentIndex){0};
    for (size_t f = 0; f < file_count; f++) {
        if (add_file(members, &files[f]) != 0) {
            return error_set(error, "no memory for the experiments of %zu rows", members->count);
        }
    }
    if (members->count > 0) {
        qsort(members->members, members->count, sizeof *members->members, by_key_and_name);
    }
    for (size_t i = 0; i < members->count; i++) {
        if (i == 0 || by_key_and_name(&members->members[i], &members->members[kept - 1]) != 0) {
            members->members[kept++] = members->members[i];
        }
    }
    members->count = kept;
    return 0;
}

void experiment_index_free(ExperimentIndex *members)
{
    free(members->members);
    *members = (ExperimentIndex){0};
}

static size_t find(const ExperimentIndex *members, const Member *sought)
{
    return search_first(members->members, members->count, sizeof *sought, sought, by_key_and_name);
}

static bool has(const ExperimentIndex *members, uint64_t key, const char *name)
{
    const Member sought = {key, name, strlen(name)};
    const size_t at = find(members, &sought);
    return at < members->count && by_key_and_name(&members->members[at], &sought) == 0;
}

bool experiment_index_lists(const ExperimentIndex *members, const char *const field[COLUMNS])
{
    return has(members, samples_key(field), field[COL_EXPERIMENT]);
}

bool experiment_index_has(const ExperimentIndex *members, uint64_t key, const char *name)
{
    const size_t at = find(members, &(Member){key, "", 0});
    const bool unnamed = at == members->count || members->members[at].key != key;
    return has(members, key, name) || (unnamed && strcmp(name, "unnamed") == 0);
}

char *experiment_index_names(const ExperimentIndex *members, uint64_t key)
{
    char *names = NULL;
    size_t size, first = find(members, &(Member){key, "", 0});
    FILE *stream = open_memstream(&names, &size);
    for (size_t i = first; stream != NULL && i < members->count && members->members[i].key == key; i++) {
        const Member *member = &members->members[i];
        fprintf(stream, "%s%.*s", i > first ? ";" : "", (int)member->length, member->name);
    }
    if (stream == NULL || fclose(stream) != 0) {
        free(names);
        return NULL;
    }
    return names;
}
