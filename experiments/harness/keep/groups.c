/* Grouping is sorting: by key, then newest run first, then the samples' numbers. See groups.h. */
#include "experiments/harness/keep/groups.h"

#include <stdlib.h>
#include <string.h>

typedef struct Entry {
    const Row *row;
    unsigned long sample; /* its number in the point's run */
    size_t place;         /* in the order of the files */
} Entry;

static int by_key_and_run(const void *a, const void *b)
{
    const Entry *left = a;
    const Entry *right = b;
    if (left->row->key != right->row->key) {
        return left->row->key < right->row->key ? -1 : 1;
    }
    /* A run's name begins with the time it started, so names sort by time. */
    int order = strcmp(right->row->field[COL_RUN], left->row->field[COL_RUN]);
    if (order == 0) {
        order = strcmp(right->row->field[COL_BUILD], left->row->field[COL_BUILD]);
    }
    if (order == 0 && left->sample != right->sample) {
        order = left->sample < right->sample ? -1 : 1;
    }
    return order != 0 ? order : left->place < right->place ? -1 : left->place > right->place;
}

static bool same_group(const Row *a, const Row *b)
{
    return a->key == b->key && strcmp(a->field[COL_RUN], b->field[COL_RUN]) == 0 &&
           strcmp(a->field[COL_BUILD], b->field[COL_BUILD]) == 0;
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
    if (entries == NULL || groups->rows == NULL || groups->groups == NULL) {
        free(entries);
        groups_free(groups);
        return error_set(error, "no memory to group %zu samples", total);
    }
    for (size_t f = 0; f < file_count; f++) {
        for (size_t i = 0; i < files[f].count; i++, next++) {
            const Row *row = &files[f].rows[i];
            entries[next] = (Entry){row, strtoul(row->field[COL_SAMPLE], NULL, 10), next};
        }
    }
    qsort(entries, total, sizeof *entries, by_key_and_run);
    for (size_t i = 0, kept = 0; i < total; i++) {
        bool same = i > 0 && same_group(entries[i - 1].row, entries[i].row);
        if (same && entries[i - 1].sample == entries[i].sample) {
            continue; /* the same row once more: a file named twice, or a merged copy */
        }
        groups->rows[kept] = entries[i].row;
        if (!same) {
            groups->groups[groups->count++] = (Group){&groups->rows[kept], 0, entries[i].row->key};
        }
        groups->groups[groups->count - 1].count++;
        kept++;
    }
    free(entries);
    return 0;
}

void groups_free(Groups *groups)
{
    free(groups->rows);
    free(groups->groups);
    *groups = (Groups){0};
}

const Group *groups_find(const Groups *groups, uint64_t key, const char *build)
{
    size_t low = 0, high = groups->count;
    while (low < high) { /* the first group that is not before key */
        size_t middle = low + (high - low) / 2;
        if (groups->groups[middle].key < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < groups->count && groups->groups[low].key == key; low++) {
        const Group *group = &groups->groups[low];
        if (build == NULL || strcmp(group->rows[0]->field[COL_BUILD], build) == 0) {
            return group;
        }
    }
    return NULL;
}
