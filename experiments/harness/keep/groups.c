/* Grouping is sorting: by key, build and run, then the samples' numbers. See groups.h. */
#include "experiments/harness/keep/groups.h"

#include <stdlib.h>
#include <string.h>

#include "common/search.h"

typedef struct Entry {
    const Row *row;
    const Samples *file;
    unsigned long sample; /* its number in the point's run */
    size_t place;         /* in the order of the files */
} Entry;

/* Of which group: by key, run and build. */
static int by_group(const Row *left, const Row *right)
{
    if (left->key != right->key) {
        return left->key < right->key ? -1 : 1;
    }
    int order = strcmp(left->field[COL_RUN], right->field[COL_RUN]);
    return order != 0 ? order : strcmp(left->field[COL_BUILD], right->field[COL_BUILD]);
}

static int by_group_and_sample(const void *a, const void *b)
{
    const Entry *left = a;
    const Entry *right = b;
    int order = by_group(left->row, right->row);
    if (order == 0 && left->sample != right->sample) {
        order = left->sample < right->sample ? -1 : 1;
    }
    return order != 0 ? order : left->place < right->place ? -1 : left->place > right->place;
}

/* A clock may go back, so what stands last in the files is the newest. */
static int newest_first(const void *a, const void *b)
{
    const Group *left = a;
    const Group *right = b;
    if (left->key != right->key) {
        return left->key < right->key ? -1 : 1;
    }
    return left->last > right->last ? -1 : left->last < right->last;
}

/* The same sample once more is a file named twice, a merged copy, or the point's share in another experiment;
 * another of its number is damage, and to drop either would be to choose a result. */
static int check_copy(const Entry *entry, const Entry *copy, Error *error)
{
    for (int c = 0; c < COLUMNS; c++) {
        const char *one = entry->row->field[c], *other = copy->row->field[c];
        bool may_differ = c == COL_EXPERIMENT || (c > COL_BUILD && (one[0] == '\0' || other[0] == '\0'));
        if (!may_differ && strcmp(one, other) != 0) {
            return error_set(error,
                             "%s line %zu and %s line %zu are both sample %lu of one point in one run, but "
                             "differ in %s; remove one of the lines",
                             entry->file->path, entry->row->line, copy->file->path, copy->row->line,
                             entry->sample, column_names[c]);
        }
    }
    return 0;
}

/* How many of the columns that earlier versions did not write the row has. */
static size_t told(const Row *row)
{
    size_t count = 0;
    for (int c = COL_BUILD + 1; c < COLUMNS; c++) {
        count += row->field[c][0] != '\0';
    }
    return count;
}

/* Fills the groups from the sorted entries. */
static int collect(const Entry *entries, size_t count, Groups *groups, Error *error)
{
    const Entry *kept = NULL;
    for (size_t i = 0, rows = 0; i < count; i++) {
        bool same = kept != NULL && by_group(kept->row, entries[i].row) == 0;
        if (same && kept->sample == entries[i].sample) {
            if (check_copy(kept, &entries[i], error) != 0) {
                return -1;
            }
            if (told(entries[i].row) > told(kept->row)) { /* of two copies the one that says more */
                groups->rows[rows - 1] = entries[i].row;
                kept = &entries[i];
            }
            continue;
        }
        kept = &entries[i];
        if (!same) {
            groups->groups[groups->count++] = (Group){.rows = &groups->rows[rows], .key = kept->row->key};
        }
        Group *group = &groups->groups[groups->count - 1];
        groups->rows[rows++] = kept->row;
        group->count++;
        group->last = kept->place > group->last ? kept->place : group->last;
    }
    qsort(groups->groups, groups->count, sizeof *groups->groups, newest_first);
    return 0;
}

int groups_make(const Samples *files, size_t file_count, Groups *groups, Error *error)
{
    *groups = (Groups){0};
    size_t total = 0, next = 0;
    for (size_t f = 0; f < file_count; f++) {
        total += files[f].count;
    }
    Entry *entries = calloc(total + 1, sizeof *entries);
    groups->rows = calloc(total + 1, sizeof *groups->rows);
    groups->groups = calloc(total + 1, sizeof *groups->groups);
    int failed = -1;
    if (entries == NULL || groups->rows == NULL || groups->groups == NULL) {
        error_set(error, "no memory to group %zu samples", total);
    } else {
        for (size_t f = 0; f < file_count; f++) {
            for (size_t i = 0; i < files[f].count; i++, next++) {
                const Row *row = &files[f].rows[i];
                entries[next] = (Entry){row, &files[f], strtoul(row->field[COL_SAMPLE], NULL, 10), next};
            }
        }
        qsort(entries, total, sizeof *entries, by_group_and_sample);
        failed = collect(entries, total, groups, error);
    }
    if (failed != 0) {
        groups_free(groups);
    }
    free(entries);
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
        if (build == NULL || strcmp(group->rows[0]->field[COL_BUILD], build) == 0) {
            return group;
        }
    }
    return NULL;
}

size_t groups_last_number(const Group *group)
{
    return strtoul(group->rows[group->count - 1]->field[COL_SAMPLE], NULL, 10);
}
