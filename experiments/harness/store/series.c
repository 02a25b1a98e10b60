/* See series.h. */
#include "experiments/harness/store/series.h"

#include <stdlib.h>

#include "common/system/array.h"
#include "common/text/hash.h"

_Static_assert(COLUMNS <= 64, "Row.own_columns has a bit for each column");

enum { BUCKETS = 1 << 16 };

/* The two times are numbers in a Row. */
static bool is_text(int column)
{
    return column != COL_KERNEL_S && column != COL_TOTAL_S;
}

static Series *new_series(const char *const field[COLUMNS], uint64_t key)
{
    size_t size = 1; /* text[0] is the end of all empty fields */
    for (int c = 0; c < COLUMNS; c++) {
        size += is_text(c) && field[c][0] != '\0' ? strlen(field[c]) + 1 : 0;
    }
    Series *series = size <= UINT32_MAX ? malloc(sizeof *series + size) : NULL;
    if (series == NULL) {
        return NULL;
    }
    char *to = series->text;
    *to++ = '\0';
    series->key = key;
    series->next = NULL;
    for (int c = 0; c < COLUMNS; c++) {
        series->at[c] = 0;
        if (is_text(c) && field[c][0] != '\0') {
            series->at[c] = (uint32_t)(to - series->text);
            to = stpcpy(to, field[c]) + 1;
        }
    }
    series->machine_read = series->text + series->at[COL_MACHINE];
    series->host_read = series->text + series->at[COL_HOST];
    return series;
}

int series_compare(const Series *left, const Series *right)
{
    int order = compare_whole(left->key, right->key);
    order = order != 0 ? order : strcmp(series_field(left, COL_RUN), series_field(right, COL_RUN));
    return order != 0 ? order : strcmp(series_field(left, COL_BUILD), series_field(right, COL_BUILD));
}

/* ---- finding the series of a row ---- */

/* The series of a row; makes it if it does not exist. NULL without memory. */
static const Series *series_of(SeriesSet *set, const char *const field[COLUMNS], uint64_t key)
{
    const char *run = field[COL_RUN], *build = field[COL_BUILD];
    const uint64_t hash = hash_bytes(hash_text(key, run), build, strlen(build));
    if (set->buckets == NULL && (set->buckets = calloc(BUCKETS, sizeof(Series *))) == NULL) {
        return NULL;
    }
    Series **bucket = &set->buckets[hash & (BUCKETS - 1)];
    for (Series *series = *bucket; series != NULL; series = series->next) {
        if (series->key == key && strcmp(series_field(series, COL_RUN), run) == 0 &&
            strcmp(series_field(series, COL_BUILD), build) == 0) {
            return series;
        }
    }
    Series *series = new_series(field, key);
    if (series == NULL || array_append(&set->series, &set->count, &series, sizeof series) != 0) {
        free(series);
        return NULL;
    }
    series->next = *bucket;
    *bucket = series;
    return series;
}

/* ---- a row's own fields ---- */

int series_add(SeriesSet *set, const char *const field[COLUMNS], uint64_t key, Row *row)
{
    const Series *series = series_of(set, field, key);
    size_t size = 0;
    if (series == NULL) {
        return -1;
    }
    row->series = series;
    row->own_columns = 0;
    for (int c = 0; c < COLUMNS; c++) {
        if (is_text(c) && strcmp(field[c], series_field(series, (Column)c)) != 0) {
            row->own_columns |= UINT64_C(1) << c;
            size += strlen(field[c]) + 1;
        }
    }
    char *to = row->own = size > 0 ? malloc(size) : NULL;
    if (size > 0 && to == NULL) {
        return -1;
    }
    for (uint64_t left = row->own_columns; left != 0; left &= left - 1) {
        to = stpcpy(to, field[__builtin_ctzll(left)]) + 1;
    }
    return 0;
}

void series_free(SeriesSet *set)
{
    for (size_t i = 0; i < set->count; i++) {
        free(set->series[i]);
    }
    free(set->series);
    free(set->buckets);
    *set = (SeriesSet){0};
}
