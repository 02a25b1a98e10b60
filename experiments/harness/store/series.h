/* Compact storage of rows: the fields that rows of one point share are stored once.
 *
 * Rows with the same point, run and build form a series, which contains the text of its first row. Each
 * further row contains only the fields that differ. A row takes 50 to 200 bytes; with a copy of and a pointer
 * to every field it would take 800. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "experiments/harness/store/columns.h"

/* Rows of one file with the same key, run and build. */
typedef struct Series {
    uint64_t key;                         /* of the point: see samples_key */
    struct Series *next;                  /* in the bucket of the hash table */
    const char *machine_read, *host_read; /* which samples_forget does not empty */
    uint32_t at[COLUMNS];                 /* offsets in `text` of the first row's fields; 0: empty */
    char text[];
} Series;

/* A row. The two times are stored as numbers only. */
typedef struct Row {
    const Series *series;
    char *own;                /* the fields that differ from the series, in column order; NULL: none */
    uint64_t own_columns;     /* bit c: column c is among them */
    double kernel_s, total_s; /* NAN where empty */
    uint16_t round;
    uint16_t flags; /* FLAGS_OF_SAMPLES */
} Row;

/* The field of the series' first row. */
static inline const char *series_field(const Series *series, Column column)
{
    return series->text + series->at[column];
}

/* Does the row differ in this column from the first row of its series? */
static inline bool row_differs(const Row *row, Column column)
{
    return (row->own_columns >> column & 1) != 0;
}

/* A field as text, never NULL; "" for COL_KERNEL_S and COL_TOTAL_S. */
static inline const char *row_field(const Row *row, Column column)
{
    if (!row_differs(row, column)) {
        return series_field(row->series, column);
    }
    const uint64_t before_it = row->own_columns & ((UINT64_C(1) << column) - 1);
    const char *text = row->own;
    for (int left = __builtin_popcountll(before_it); left > 0; left--) {
        text += strlen(text) + 1;
    }
    return text;
}

/* Orders two rows by a field, as strcmp does. */
static inline int row_compare(const Row *a, const Row *b, Column column)
{
    return strcmp(row_field(a, column), row_field(b, column));
}

/* All fields, as row_field returns them. */
static inline void row_fields(const Row *row, const char *field[COLUMNS])
{
    for (int c = 0; c < COLUMNS; c++) {
        field[c] = row_field(row, (Column)c);
    }
}

/* Orders by key, run and build, as qsort expects it; 0 where all three are equal. */
int series_compare(const Series *left, const Series *right);

typedef struct SeriesSet {
    Series **series; /* in the order of their first rows */
    size_t count;
    Series **buckets; /* hash table; NULL before the first row */
} SeriesSet;

/* Stores the text of a row whose numbers are set; adds its series if it is new. The caller frees row->own. 0,
 * or -1 without memory. */
int series_add(SeriesSet *set, const char *const field[COLUMNS], uint64_t key, Row *row);
void series_free(SeriesSet *set);
