/* See groups.h. */
#include "experiments/harness/store/groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/statistics/search.h"
#include "common/system/array.h"

/* A row and its place among the rows of all files. */
typedef struct Entry {
    const Row *row;
    unsigned long sample; /* the sample's number in its run */
    size_t place;
} Entry;

/* By key, run and build; then by sample, then in file order. */
static int by_group_and_sample(const void *a, const void *b)
{
    const Entry *left = a, *right = b;
    const int order =
        left->row->series == right->row->series ? 0 : series_compare(left->row->series, right->row->series);
    return order != 0                      ? order
           : left->sample != right->sample ? compare_whole(left->sample, right->sample)
                                           : compare_whole(left->place, right->place);
}

/* The newest is the last one in the files: a clock may go back. */
static int newest_first(const void *a, const void *b)
{
    const Group *left = a, *right = b;
    const int order = compare_whole(left->key, right->key);
    return order != 0 ? order : compare_whole(right->last, left->last);
}

/* The file and line of the row at a place. */
static const char *find_line(const Rows *files, size_t place, size_t *line)
{
    while (place >= files->count) {
        place -= files->count;
        files++;
    }
    *line = place + 2; /* the header is line 1 */
    return files->path;
}

static bool same_number(double one, double other)
{
    return one == other || (isnan(one) && isnan(other));
}

/* Equal copies of a sample come from a file named twice, a merged file or a second experiment. Unequal copies
 * are damage, and dropping either would select a result. */
static int check_copy(const Entry *entry, const Entry *copy, const Rows *files, Error *error)
{
    for (int c = 0; c < COLUMNS; c++) {
        const char *one = row_field(entry->row, (Column)c), *other = row_field(copy->row, (Column)c);
        bool may_differ =
            c == COL_EXPERIMENT || (c >= FIRST_VERSION_COLUMNS && (one[0] == '\0' || other[0] == '\0'));
        bool same = c == COL_KERNEL_S  ? same_number(entry->row->kernel_s, copy->row->kernel_s)
                    : c == COL_TOTAL_S ? same_number(entry->row->total_s, copy->row->total_s)
                                       : strcmp(one, other) == 0;
        if (!may_differ && !same) {
            size_t line, copy_line;
            const char *path = find_line(files, entry->place, &line);
            const char *copy_path = find_line(files, copy->place, &copy_line);
            return error_set(
                error,
                "%s:%zu and %s:%zu are both sample %lu of one point in one run but differ in %s; "
                "delete one of the lines",
                path, line, copy_path, copy_line, entry->sample, column_names[c]);
        }
    }
    return 0;
}

/* The number of non-empty fields in columns that earlier versions lack. */
static size_t count_later_fields(const Row *row)
{
    size_t count = 0;
    for (int c = FIRST_VERSION_COLUMNS; c < COLUMNS; c++) {
        count += row_field(row, (Column)c)[0] != '\0';
    }
    return count;
}

/* Appends a row to the newest group, or begins a new one. Of copies of a sample the most complete counts. */
static int add_row(Groups *groups, const Entry *entry, const Entry **kept, const Rows *files, Error *error)
{
    const Entry *before = *kept;
    const bool same_group = before != NULL && series_compare(before->row->series, entry->row->series) == 0;
    Group *group = same_group ? &groups->groups[groups->count - 1] : &groups->groups[groups->count++];
    if (same_group && before->sample == entry->sample) {
        if (check_copy(before, entry, files, error) != 0) {
            return -1;
        }
        if (count_later_fields(entry->row) > count_later_fields(before->row)) {
            group->rows[group->count - 1] = entry->row;
            *kept = entry;
        }
        return 0;
    }
    if (!same_group) {
        *group = (Group){.rows = &groups->rows[groups->row_count], .key = entry->row->series->key};
    }
    groups->rows[groups->row_count++] = entry->row;
    group->count++;
    group->last = entry->place > group->last ? entry->place : group->last;
    *kept = entry;
    return 0;
}

/* Fills the groups from `entries`, which has room for all rows. */
static int fill_groups(Groups *groups, Entry *entries, const Rows *files, size_t file_count, Error *error)
{
    const Entry *kept = NULL;
    size_t total = 0;
    int failed = 0;
    for (size_t f = 0; f < file_count; f++) {
        for (size_t i = 0; i < files[f].count; i++, total++) {
            const Row *row = &files[f].rows[i];
            entries[total] = (Entry){row, strtoul(row_field(row, COL_SAMPLE), NULL, 10), total};
        }
    }
    qsort(entries, total, sizeof *entries, by_group_and_sample);
    for (size_t i = 0; failed == 0 && i < total; i++) {
        failed = add_row(groups, &entries[i], &kept, files, error);
    }
    qsort(groups->groups, groups->count, sizeof *groups->groups, newest_first);
    return failed;
}

int groups_make(const Rows *files, size_t file_count, Groups *groups, Error *error)
{
    size_t total = 0, series = 0;
    for (size_t f = 0; f < file_count; f++) {
        total += files[f].count;
        series += files[f].series.count;
    }
    Entry *entries = calloc(total + 1, sizeof *entries);
    *groups = (Groups){.rows = calloc(total + 1, sizeof *groups->rows),
                       .groups = calloc(series + 1, sizeof *groups->groups)};
    const int failed = entries != NULL && groups->rows != NULL && groups->groups != NULL
                           ? fill_groups(groups, entries, files, file_count, error)
                           : error_set(error, "no memory to group %zu samples", total);
    free(entries);
    if (failed != 0) {
        groups_free(groups);
    }
    return failed;
}

void groups_free(Groups *groups)
{
    free(groups->rows);
    free(groups->groups);
    *groups = (Groups){0};
}

const Group *groups_find(const Groups *groups, uint64_t key, const char *build)
{
    const Group newest = {.key = key, .last = SIZE_MAX};
    size_t at = search_first(groups->groups, groups->count, sizeof newest, &newest, newest_first);
    for (; at < groups->count && groups->groups[at].key == key; at++) {
        const Group *group = &groups->groups[at];
        if (build == NULL || strcmp(row_field(group->rows[0], COL_BUILD), build) == 0) {
            return group;
        }
    }
    return NULL;
}
