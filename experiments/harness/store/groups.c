/* Sorts the series of all files by group, then the rows of each group by sample. See groups.h. */
#include "experiments/harness/store/groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/statistics/search.h"

/* A row and its place among the rows of all files. */
typedef struct Entry {
    const Row *row;
    unsigned long sample; /* the sample's number in its run */
    size_t place;
} Entry;

/* A series and its place among those of all files. */
typedef struct SeriesPlace {
    const Series *series;
    size_t place;
} SeriesPlace;

static unsigned long sample_number(const Row *row)
{
    return strtoul(row_field(row, COL_SAMPLE), NULL, 10);
}

static int by_group(const void *a, const void *b)
{
    const SeriesPlace *left = a;
    const SeriesPlace *right = b;
    return series_compare(left->series, right->series);
}

static int by_sample(const void *a, const void *b)
{
    const Entry *left = a;
    const Entry *right = b;
    if (left->sample != right->sample) {
        return left->sample < right->sample ? -1 : 1;
    }
    return left->place < right->place ? -1 : left->place > right->place;
}

/* The newest is the last one in the files: a clock may go back. */
static int newest_first(const void *a, const void *b)
{
    const Group *left = a;
    const Group *right = b;
    if (left->key != right->key) {
        return left->key < right->key ? -1 : 1;
    }
    return left->last > right->last ? -1 : left->last < right->last;
}

/* The file and line of the row at a place. */
static const char *find_line(const Samples *files, size_t place, size_t *line)
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
static int check_copy(const Entry *entry, const Entry *copy, const Samples *files, Error *error)
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

/* Sorts the entries of a group by sample and sets its rows: one per sample, of copies the most complete. */
static int collect(Group *group, Entry *entries, size_t count, const Samples *files, Error *error)
{
    size_t sorted = 1;
    while (sorted < count && by_sample(&entries[sorted - 1], &entries[sorted]) < 0) {
        sorted++;
    }
    if (sorted < count) { /* rare: a run writes rows in this order */
        qsort(entries, count, sizeof *entries, by_sample);
    }
    const Entry *kept = NULL;
    for (size_t i = 0; i < count; i++) {
        if (kept != NULL && kept->sample == entries[i].sample) {
            if (check_copy(kept, &entries[i], files, error) != 0) {
                return -1;
            }
            if (count_later_fields(entries[i].row) > count_later_fields(kept->row)) {
                kept = &entries[i];
                group->rows[group->count - 1] = kept->row;
            }
            continue;
        }
        kept = &entries[i];
        group->rows[group->count++] = kept->row;
        group->last = kept->place > group->last ? kept->place : group->last;
    }
    return 0;
}

/* Makes the groups without rows, in the order of series_compare. Sets group_of[place of a series]. */
static void begin_groups(SeriesPlace *series, size_t count, Groups *groups, size_t *group_of)
{
    qsort(series, count, sizeof *series, by_group);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || by_group(&series[i - 1], &series[i]) != 0) {
            groups->groups[groups->count++].key = series[i].series->key;
        }
        group_of[series[i].place] = groups->count - 1;
    }
}

/* Counting sort of all rows by group, in file order. The entries of group g end at end[g], initially 0. */
static void distribute(const Samples *files, size_t file_count, const size_t *group_of, size_t group_count,
                       Entry *entries, size_t *end)
{
    for (size_t f = 0, base = 0; f < file_count; base += files[f++].series.count) {
        for (size_t i = 0; i < files[f].count; i++) {
            end[group_of[base + files[f].rows[i].series->number]]++;
        }
    }
    for (size_t g = 0, start = 0; g < group_count; g++) {
        const size_t count = end[g];
        end[g] = start;
        start += count;
    }
    for (size_t f = 0, base = 0, place = 0; f < file_count; base += files[f++].series.count) {
        for (size_t i = 0; i < files[f].count; i++) {
            const Row *row = &files[f].rows[i];
            entries[end[group_of[base + row->series->number]]++] = (Entry){row, sample_number(row), place++};
        }
    }
}

int groups_make(const Samples *files, size_t file_count, Groups *groups, Error *error)
{
    *groups = (Groups){0};
    size_t total = 0, series_count = 0;
    for (size_t f = 0; f < file_count; f++) {
        total += files[f].count;
        series_count += files[f].series.count;
    }
    Entry *entries = calloc(total + 1, sizeof *entries);
    SeriesPlace *series = calloc(series_count + 1, sizeof *series);
    size_t *group_of = calloc(series_count + 1, sizeof *group_of);
    size_t *end = calloc(series_count + 1, sizeof *end);
    groups->rows = calloc(total + 1, sizeof *groups->rows);
    groups->groups = calloc(series_count + 1, sizeof *groups->groups);
    int failed = 0;
    if (entries == NULL || series == NULL || group_of == NULL || end == NULL || groups->rows == NULL ||
        groups->groups == NULL) {
        failed = error_set(error, "no memory to group %zu samples", total);
    } else {
        series_count = 0;
        for (size_t f = 0; f < file_count; f++) {
            for (size_t i = 0; i < files[f].series.count; i++, series_count++) {
                series[series_count] = (SeriesPlace){files[f].series.series[i], series_count};
            }
        }
        begin_groups(series, series_count, groups, group_of);
        distribute(files, file_count, group_of, groups->count, entries, end);
        for (size_t g = 0, begin = 0; failed == 0 && g < groups->count; begin = end[g++]) {
            groups->groups[g].rows = &groups->rows[begin];
            failed = collect(&groups->groups[g], &entries[begin], end[g] - begin, files, error);
        }
        qsort(groups->groups, groups->count, sizeof *groups->groups, newest_first);
    }
    free(entries);
    free(series);
    free(group_of);
    free(end);
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

size_t groups_last_number(const Group *group)
{
    return sample_number(group->rows[group->count - 1]);
}
